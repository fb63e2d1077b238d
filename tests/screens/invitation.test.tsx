import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { call } from '../../src/api/call'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import { invitee, mailedInvitation } from '../support/mailed-invitation'
import { openApp } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const newPassword = 'a-long-password'
const organisation = () => screen.getByLabelText<HTMLInputElement>('Organisation')
const opening = 'POST /api/invite/'

/** Fills in the registration that is open, and sends it. */
async function register(user: ReturnType<typeof openApp>['user']) {
  const typed = {
    'Full Name': 'Grace Hopper',
    Email: invitee,
    Password: newPassword,
    'Confirm Password': newPassword,
  }
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  await user.click(screen.getByRole('checkbox', { name: /I agree to/ }))
  await user.click(screen.getByRole('button', { name: 'Register' }))
}

const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => [
    toast.querySelector('[data-title]')?.textContent,
    toast.querySelector('[data-description]')?.textContent,
  ])

test('an invitation’s link leads to the registration, which joins the organisation', async () => {
  const { user, address } = openApp(await mailedInvitation())
  await screen.findByRole('heading', { name: 'Create an account' })
  expect(address()).toBe(`/register?${new URLSearchParams({ organization: 'Acme Analytics' })}`)
  expect(organisation().value).toBe('Acme Analytics')
  expect(organisation().readOnly).toBe(true)
  expect(api.requests).toEqual([opening])
  expect(toasts()).toEqual([])

  await user.type(organisation(), ' and more')
  expect(organisation().value).toBe('Acme Analytics')
  await register(user)
  await screen.findByText('Your account is ready. Taking you to sign in…')
  const session = await call('login', { email: invitee, password: newPassword })
  expect(session.is_organization_admin).toBe(false)
})

describe('the invited address', () => {
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')
  const hint = () =>
    document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent

  test('is filled in, and stays named when the field is changed', async () => {
    withSettings({ isOurServer: true })
    const { user, address } = openApp(await mailedInvitation())
    await screen.findByRole('heading', { name: 'Create an account' })
    expect(email().value).toBe(invitee)
    expect(hint()).toBe(`Your invitation is for ${invitee}.`)
    // Neither servers nor their logs learn it from the address.
    expect(address()).not.toContain('grace')
    await user.type(email(), 'x')
    expect(hint()).toBe(`Your invitation is for ${invitee}.`)
  })

  test('is not used on another server, for which no token is kept either', async () => {
    const link = await mailedInvitation()
    openApp(link)
    await screen.findByRole('heading', { name: 'Create an account' })
    expect(email().value).toBe('')
    expect(hint()).toBeUndefined()
    expect(Object.values({ ...sessionStorage }).join()).not.toContain(link.replace('/invite/', ''))
  })
})

test('while it is being opened the screen says so, from the start', async () => {
  const link = await mailedInvitation()
  const answer = holdAnswer(calls.openInvitation)
  const time = fakeTime()
  openApp(link)
  await time.until(() => screen.getByText('Opening your invitation…'))
  expect(screen.getByText('Opening your invitation…').closest('[role="status"]')).not.toBeNull()
  await answer()
  await act(() => time.pass(1_000))
  await time.until(() => screen.getByRole('heading', { name: 'Create an account' }))
  expect(screen.queryByText('Opening your invitation…')).toBeNull()
})

describe('the token of an opened invitation', () => {
  const header = 'x-invitation-token'
  const kept = () => Object.values({ ...sessionStorage }).join()

  /** Opens a link and registers. @returns what each registration brought as proof. */
  async function openAndRegister(link: string, answer: () => Response) {
    const proofs: (string | null)[] = []
    api.server.use(
      http.post('*/api/invite/', () => HttpResponse.json({ origin_name: 'Acme' })),
      http.post('*/api/signup/', ({ request }) => {
        proofs.push(request.headers.get(header))
        return answer()
      }),
    )
    const { user } = openApp(link)
    await screen.findByRole('heading', { name: 'Create an account' })
    await register(user)
    await waitFor(() => expect(proofs).toHaveLength(1))
    return { proofs, user }
  }

  test('is sent as proof to a server that wants it, until the registration', async () => {
    withSettings({ isOurServer: true })
    const answers = [() => HttpResponse.json({ error: 'Not yet.' }, { status: 409 })]
    const { proofs, user } = await openAndRegister('/invite/a-token', () =>
      (answers.shift() ?? (() => HttpResponse.json({})))(),
    )
    await screen.findByText('Not yet.')
    expect(kept()).toContain('a-token')
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText('Your account is ready. Taking you to sign in…')
    expect(proofs).toEqual(['a-token', 'a-token'])
    expect(kept()).not.toContain('a-token')
  })

  test('goes nowhere else', async () => {
    const { proofs } = await openAndRegister('/invite/a-token', () => HttpResponse.json({}))
    expect(proofs).toEqual([null])
    expect(kept()).not.toContain('a-token')
  })

  test('is not needed if storage is blocked', async () => {
    withSettings({ isOurServer: true })
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    const forbidden = { getItem: blocked, setItem: blocked, removeItem: blocked }
    vi.stubGlobal('sessionStorage', forbidden)
    const { proofs } = await openAndRegister('/invite/a-token', () => HttpResponse.json({}))
    await screen.findByText('Your account is ready. Taking you to sign in…')
    expect(proofs).toEqual([null])
  })
})
