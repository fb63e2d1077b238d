import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../contract/endpoints'
import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { endSession } from '../../src/session/session'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import { linkMailedTo } from '../support/mails'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const failed = 'Error processing the invitation.'
const invitee = 'grace@example.test'
const newPassword = 'a-long-password'
const organisation = () => screen.getByLabelText<HTMLInputElement>('Organisation')
const opening = 'POST /api/invite/'

/** @returns the path of a link that the demo organisation's admin has mailed. */
async function mailedLink(): Promise<string> {
  await signedInAs('admin')
  await call('inviteTeamMembers', { emails: [invitee] })
  endSession()
  clearPageSession()
  const link = await linkMailedTo(invitee)
  api.requests.length = 0
  return link
}

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

/** Lets every opening be refused with a status and a body. */
function refused(status: number, body: object) {
  api.server.use(http.post('*/api/invite/', () => HttpResponse.json(body, { status })))
}

const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => [
    toast.querySelector('[data-title]')?.textContent,
    toast.querySelector('[data-description]')?.textContent,
  ])

test('an invitation’s link leads to the registration, which joins the organisation', async () => {
  const { user, address } = openApp(await mailedLink())
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

test('while it is being opened the screen says so, from the start', async () => {
  const link = await mailedLink()
  const answer = holdAnswer(endpoints.openInvitation)
  const time = fakeTime()
  openApp(link)
  await time.until(() => screen.getByText('Opening your invitation…'))
  expect(screen.getByText('Opening your invitation…').closest('[role="status"]')).not.toBeNull()
  await answer()
  await act(() => time.pass(1_000))
  await time.until(() => screen.getByRole('heading', { name: 'Create an account' }))
  expect(screen.queryByText('Opening your invitation…')).toBeNull()
})

test.each(['2024', 'true', 'Käse & Söhne + 1', '株式会社'])(
  'an organisation named %s is filled in unchanged',
  async (name) => {
    api.server.use(http.post('*/api/invite/', () => HttpResponse.json({ origin_name: name })))
    openApp('/invite/a-token')
    await waitFor(() => expect(organisation().value).toBe(name))
    expect(organisation().readOnly).toBe(true)
  },
)

test('the token is sent unchanged from the address', async () => {
  let sent: unknown
  api.server.use(
    http.post('*/api/invite/', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ origin_name: 'Acme' })
    }),
  )
  openApp('/invite/a%2Fb%20c/')
  await screen.findByRole('heading', { name: 'Create an account' })
  expect(sent).toEqual({ invitation_token: 'a/b c' })
})

describe('the token of an opened invitation', () => {
  const header = 'x-invitation-token'
  const kept = () => Object.values({ ...sessionStorage })

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
    withSettings({ extensions: ['invitation-proof'] })
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

  test('is not kept for a server without the extension', async () => {
    api.server.use(http.post('*/api/invite/', () => HttpResponse.json({ origin_name: 'Acme' })))
    openApp('/invite/a-token')
    await screen.findByRole('heading', { name: 'Create an account' })
    expect(kept()).not.toContain('a-token')
  })

  test('is not kept if it can’t be a header', async () => {
    withSettings({ extensions: ['invitation-proof'] })
    const { proofs } = await openAndRegister('/invite/株式会社', () => HttpResponse.json({}))
    expect(proofs).toEqual([null])
  })

  test('is not needed if storage is blocked', async () => {
    withSettings({ extensions: ['invitation-proof'] })
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    const forbidden = { getItem: blocked, setItem: blocked, removeItem: blocked }
    vi.stubGlobal('sessionStorage', forbidden)
    const { proofs } = await openAndRegister('/invite/a-token', () => HttpResponse.json({}))
    await screen.findByText('Your account is ready. Taking you to sign in…')
    expect(proofs).toEqual([null])
  })

  test('of a link that failed to open is not kept', async () => {
    withSettings({ extensions: ['invitation-proof'] })
    refused(422, {})
    openApp('/invite/a-token')
    await screen.findByRole('heading', { name: 'Create an account' })
    expect(kept()).not.toContain('a-token')
  })
})

describe('when it fails', () => {
  /** Expects the registration, open to everybody, below a toast. */
  async function expectToast(detail: string | undefined, address: () => string) {
    await screen.findByRole('heading', { name: 'Create an account' })
    await waitFor(() => expect(toasts()).toEqual([[failed, detail]]))
    expect(address()).toBe('/register')
    expect(organisation().value).toBe('')
    expect(organisation().readOnly).toBe(false)
    expect(api.requests).toEqual([opening])
  }

  test('an unknown link leads to the registration too, with a toast', async () => {
    const { address } = openApp('/invite/a-token')
    await expectToast(
      'This invitation was used or has expired. If you used it yourself, sign in; else ask whoever invited you for a new one.',
      address,
    )
  })

  test('a user with an account is told so', async () => {
    const link = await mailedLink()
    await call('signup', {
      fullname: 'Grace Hopper',
      email: invitee,
      password: newPassword,
      organization: 'Compilers',
    })
    api.requests.length = 0
    const { address } = openApp(link)
    await expectToast(
      'You have an account with this e-mail address already. Please sign in.',
      address,
    )
  })

  test.each([409, 422, 429, 503])('with %i the server’s text follows below', async (status) => {
    refused(status, { error: 'Not today.', message: 'Not today.' })
    await expectToast('Not today.', openApp('/invite/a-token').address)
  })

  test.each([400, 404, 500])('with %i only the catalogue’s text shows', async (status) => {
    refused(status, { error: 'Not today.', message: 'Not today.' })
    await expectToast(undefined, openApp('/invite/a-token').address)
  })

  test.each(['network', 'not-json'] as const)('so it does with %s', async (kind) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    api.faults = { latency: 0, failures: { openInvitation: kind } }
    await expectToast(undefined, openApp('/invite/a-token').address)
  })
})
