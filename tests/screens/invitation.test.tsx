import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { endSession } from '../../src/api/stored-session'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import { linkMailedTo } from '../support/mails'
import { openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { shownToasts, toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const invitee = 'grace@example.test'

/** @returns the path of the link that the demo organisation's admin has mailed to `invitee`. */
async function mailedInvitation(): Promise<string> {
  await signedInAs('admin')
  await call('inviteTeamMembers', { emails: [invitee] })
  endSession()
  clearPageSession()
  const link = await linkMailedTo(invitee)
  api.requests.length = 0
  return link
}

const password = 'a-long-password'
const ready = 'Your account is ready. Taking you to sign in…'
const organisation = () => screen.getByLabelText<HTMLInputElement>('Organisation')
const findForm = () => screen.findByRole('heading', { name: 'Create an account' })

/** Fills in the registration that is open, and sends it. */
async function register(user: ReturnType<typeof openApp>['user']) {
  const typed = {
    'Full Name': 'Grace Hopper',
    Email: invitee,
    Password: password,
    'Confirm Password': password,
  }
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  await user.click(screen.getByRole('checkbox', { name: /I agree to/ }))
  await user.click(screen.getByRole('button', { name: 'Register' }))
}

test('an invitation’s link leads to the registration, which joins the organisation', async () => {
  const { user, address } = openApp(await mailedInvitation())
  await findForm()
  expect(address()).toBe('/register?organization=Acme+Analytics')
  expect([organisation().value, organisation().readOnly]).toEqual(['Acme Analytics', true])
  expect(api.requests).toEqual(['POST /api/invite/'])
  expect(shownToasts()).toEqual([])
  await register(user)
  await screen.findByText(ready)
  const session = await call('login', { email: invitee, password })
  expect(session.is_organization_admin).toBe(false)
})

test('leaves no address to go back to that would open the link again', async () => {
  const link = await mailedInvitation()
  const { goTo, goBack, address } = openApp('/forgot-password')
  await screen.findByRole('heading', { name: 'Forgot password' })
  await act(() => goTo(link))
  await waitFor(() => expect(address()).toMatch(/^\/register/))
  act(goBack)
  await waitFor(() => expect(address()).toBe('/forgot-password'))
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

describe('the invited address', () => {
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')
  const hint = () =>
    document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent

  test('is filled in, and stays named when the field is changed', async () => {
    withSettings({ isOurServer: true })
    const { user, address } = openApp(await mailedInvitation())
    await findForm()
    expect(email().value).toBe(invitee)
    // Neither servers nor their logs learn it from the address.
    expect(address()).not.toContain('grace')
    await user.type(email(), 'x')
    expect(hint()).toBe(`Your invitation is for ${invitee}.`)
  })

  test('is not used on another server', async () => {
    openApp(await mailedInvitation())
    await findForm()
    expect(email().value).toBe('')
    expect(hint()).toBeUndefined()
  })
})

describe('the token of an opened invitation', () => {
  const kept = () => Object.values({ ...sessionStorage }).join()

  /** Opens a link and registers. @returns what each registration brought as proof. */
  async function openAndRegister(...answers: Response[]) {
    const proofs: (string | null)[] = []
    api.server.use(
      http.post('*/api/invite/', () => HttpResponse.json({ origin_name: 'Acme' })),
      http.post('*/api/signup/', ({ request }) => {
        proofs.push(request.headers.get('x-invitation-token'))
        return answers.shift() ?? HttpResponse.json({})
      }),
    )
    const { user } = openApp('/invite/a-token')
    await findForm()
    await register(user)
    await waitFor(() => expect(proofs).toHaveLength(1))
    return { proofs, user }
  }

  test('is sent as proof to a server that wants it, until the registration', async () => {
    withSettings({ isOurServer: true })
    const refusal = HttpResponse.json({ error: 'Not yet.' }, { status: 409 })
    const { proofs, user } = await openAndRegister(refusal)
    await screen.findByText('Not yet.')
    expect(kept()).toContain('a-token')
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText(ready)
    expect(proofs).toEqual(['a-token', 'a-token'])
    expect(kept()).not.toContain('a-token')
  })

  test('goes nowhere else', async () => {
    const { proofs } = await openAndRegister()
    expect(proofs).toEqual([null])
    expect(kept()).not.toContain('a-token')
  })

  test('is not needed if storage is blocked', async () => {
    withSettings({ isOurServer: true })
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    const { proofs } = await openAndRegister()
    await screen.findByText(ready)
    expect(proofs).toEqual([null])
  })
})

describe('a link that fails', () => {
  /** Lets every opening be refused, and opens a link. */
  function refused(status: number) {
    const body = { error: 'Not today.', message: 'Not today.' }
    respond('openInvitation', body, status)
    return openApp('/invite/a-token')
  }
  /** What the page itself says, for as long as it is open. */
  const notice = () => screen.queryByRole('heading', { level: 2 })?.closest('section')?.textContent

  const ended =
    'This invitation link no longer worksIt has expired, was withdrawn, or has already been used'

  test.each([
    ['ended', 422, ended],
    ['has an account', 409, 'You already have an account'],
    ['could not be checked', 429, 'Your invitation could not be checked'],
  ])('the page says that it %s, and goes on saying so', async (_, status, words) => {
    const time = fakeTime()
    refused(status)
    await time.until(() => screen.getByRole('heading', { name: 'Create an account' }))
    expect(notice()).toContain(words)
    await act(() => time.pass(60_000))
    expect(shownToasts()).toEqual([])
    expect(notice()).toContain(words)
  })

  test('a toast has the server’s text; the page says whom to ask, and where to sign in', async () => {
    const { user, address } = refused(422)
    await findForm()
    await toasted('error', 'Error processing the invitation.', 'Not today.')
    expect(address()).toBe('/register')
    expect([organisation().value, organisation().readOnly]).toEqual(['', false])
    screen.getByText(/Ask the person who invited you for another one/)
    await user.click(screen.getByRole('link', { name: 'open your account' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    await user.click(screen.getByRole('link', { name: 'Create an account' }))
    await findForm()
    expect(notice()).toBeUndefined()
  })

  test('that could not be checked can be tried again', async () => {
    const link = await mailedInvitation()
    api.faults = { latency: 0, failures: { openInvitation: 'network' } }
    const { user } = openApp(link)
    await screen.findByText(/The link may still work/)
    api.faults = { latency: 0, failures: {} }
    await user.click(screen.getByRole('link', { name: 'try again' }))
    await waitFor(() => expect(organisation().value).toBe('Acme Analytics'))
    expect(notice()).toBeUndefined()
  })
})
