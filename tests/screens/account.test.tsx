import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ResponseOf } from '../../contract/calls'
import { examples } from '../../contract/examples'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { keepDraft } from '../../src/ui/forms/unsaved-text'
import { serve as serveBilling } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { dayOf, paid, profileOf, renews } from '../support/renewal-examples'
import { refuse, respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const address = '/dashboard/profile?tab='

const here: ResponseOf<'getSessions'>['sessions'][number] = {
  session_id: 'here',
  browser: 'Firefox on Windows',
  network: '203.0.113.7',
  signed_in_at: '2026-11-03T08:00:00.000Z',
  last_active_at: '2026-11-10T09:30:00.000Z',
  is_current: true,
}
const phone = {
  ...here,
  session_id: 'phone',
  browser: 'Chrome on Android',
  network: '2001:db8:7:1::/64',
  last_active_at: '2026-09-02T09:30:00.000Z',
  is_current: false,
}
const laptop = {
  ...phone,
  session_id: 'laptop',
  browser: 'Safari on macOS',
  network: null,
  last_active_at: new Date().toISOString(),
  is_by_passkey: true,
}

/** From here on the server has these sessions. @returns what was sent to the account's calls. */
function serve(sessions = [here, phone, laptop]) {
  const sent: [call: string, body: unknown][] = []
  let list = sessions
  const on = (call: string, done: (body: Record<string, string>) => void, answer?: object) =>
    http.post(`*/api/account/${call}/`, async ({ request }) => {
      const body = (await request.json()) as Record<string, string>
      sent.push([call, body])
      done(body)
      return answer ? HttpResponse.json(answer) : new HttpResponse(null, { status: 204 })
    })
  const keep = (isKept: (session: typeof here) => boolean) => {
    list = list.filter(isKept)
  }
  api.server.use(
    http.get('*/api/account/sessions/', () => HttpResponse.json({ sessions: list })),
    on('password', () => keep(({ is_current }) => is_current)),
    on('end-session', ({ session_id }) => keep((one) => one.session_id !== session_id)),
    on('end-other-sessions', () => keep(({ is_current }) => is_current)),
    on('leave', () => {}),
    on('export', () => {}, { account: { email: demoMember.email } }),
  )
  return sent
}

const openSecurity = () => openApp(`${address}security`)
const openAccount = () => openApp(`${address}account`)
async function openSessions() {
  const app = openApp(`${address}sessions`)
  await screen.findByRole('table', { name: 'Sessions' })
  return app
}
type User = ReturnType<typeof openAccount>['user']

const rows = () => shownTexts().map((texts) => texts.join(' | '))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function typePasswords(user: User, confirmed = 'a new password') {
  await user.type(await screen.findByLabelText('Current password'), 'the old one')
  screen.getByText('Choose one you don’t use anywhere else.')
  await user.type(field('New password'), 'a new password')
  await user.type(field('Confirm new password'), confirmed)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

async function confirm(user: User, button: string, password = demoPassword) {
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Password'), password)
  await user.click(within(dialog).getByRole('button', { name: button }))
  return dialog
}

beforeEach(async () => {
  await signedInAs('member')
  withSettings({ isOurServer: true })
})

describe('the password', () => {
  test('is changed; the other sessions leave the list, and the fields are cleared', async () => {
    const sent = serve()
    const { answer } = examples.getPasskeys
    const passkeys = ['My laptop', 'Old phone'].map((name, index) => ({
      ...answer.passkeys[0],
      name,
      passkey_id: name,
      domain: index === 0 ? answer.domain : 'elsewhere.example',
    }))
    respond('getPasskeys', { ...answer, passkeys })
    const { user } = openSecurity()
    await screen.findByText('My laptop')
    screen.getByText('This logs you out everywhere else.')
    await typePasswords(user)
    await toasted(
      'success',
      'Password changed. You are logged out everywhere else.',
      'These passkeys still sign you in: My laptop. Remove any you don’t recognise on your profile.',
    )
    expect(sent).toEqual([
      ['password', { current_password: 'the old one', new_password: 'a new password' }],
    ])
    expect(field('Current password').value + field('New password').value).toBe('')
    await user.click(screen.getByRole('link', { name: 'Sessions' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  test('that is wrong is reported at its field, and input stays', async () => {
    serve()
    const { user } = openSecurity()
    const text = 'Entered password is incorrect.'
    refuse('changePassword', 422, text, { current_password: text })
    await typePasswords(user)
    await screen.findByText(text)
    await waitFor(() => expect(document.activeElement).toBe(field('Current password')))
    expect(field('New password').value).toBe('a new password')
    screen.getByText('Your password was not changed.')
  })

  test('is sent only if both new ones match', async () => {
    const sent = serve()
    const { user } = openSecurity()
    await typePasswords(user, 'a new pasword')
    await screen.findByText('Passwords do not match.')
    expect(sent).toEqual([])
  })
})

describe('sessions', () => {
  test('are listed and ended one by one; the next one’s button gets the focus, after the last the heading', async () => {
    const sent = serve()
    const { user } = await openSessions()
    expect(rows()).toEqual([
      'Firefox on WindowsThis browser | 203.0.113.7 | Signed in Nov 3, 2026 | Last active: Now | ',
      'Chrome on Android | 2001:db8:7:1::/64 | Signed in Nov 3, 2026 | Last active: Sep 2, 2026 | Log out',
      'Safari on macOSby passkey | Not known | Signed in Nov 3, 2026 | Last active: Just now | Log out',
    ])
    // The last one stands below the list.
    expect(screen.getAllByRole('link', { name: 'Security' }).at(-1)?.getAttribute('href')).toBe(
      '/dashboard/profile?tab=security#password',
    )
    await user.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }))
    await toasted('success', 'Chrome on Android is logged out.')
    expect(rows()).toHaveLength(2)
    expect(sent).toEqual([['end-session', { session_id: 'phone' }]])
    const next = screen.getByRole('button', { name: 'Log out Safari on macOS' })
    expect(document.activeElement).toBe(next)
    await user.click(next)
    await screen.findByText('Safari on macOS is logged out.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sessions' }))
  })

  test('are all ended at once, except the current one', async () => {
    serve()
    const { user } = await openSessions()
    const everywhere = screen.getByRole('button', { name: 'Log out everywhere else' })
    await user.click(everywhere)
    await toasted('success', 'You’re logged out everywhere else.')
    expect(rows()).toHaveLength(1)
    expect(everywhere).toHaveProperty('disabled', true)
  })

  test.each([
    ['endSession', 'Log out Chrome on Android', 404, 'info', 'That session has already ended.'],
    [
      'endSession',
      'Log out Chrome on Android',
      409,
      'error',
      'Chrome on Android was not logged out. Please try again.',
    ],
    [
      'endOtherSessions',
      'Log out everywhere else',
      409,
      'error',
      'The other browsers were not logged out. Please try again.',
    ],
  ] as const)(
    'that are not ended (%s by ‘%s’: %i) are said to be so, and read again',
    async (call, name, status, tone, text) => {
      serve()
      const { user } = await openSessions()
      refuse(call, status)
      api.requests.length = 0
      await user.click(screen.getByRole('button', { name }))
      await toasted(tone, text, status === 409 ? 'No.' : '')
      expect(rows()).toHaveLength(3)
      await waitFor(() => expect(api.requests).toContain('GET /api/account/sessions/'))
    },
  )
})

test('the user’s data are saved as a file, after the password', async () => {
  const sent = serve()
  const files = catchFiles()
  const { user } = openAccount()
  await user.click(await screen.findByRole('button', { name: 'Download…' }))
  await confirm(user, 'Download')
  await toasted('success', 'Your data was downloaded.')
  expect(sent).toEqual([['export', { password: demoPassword }]])
  expect(files[0]?.name).toMatch(/^orglens-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse((await files[0]?.text) ?? '')).toEqual({ account: { email: demoMember.email } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('leaving', () => {
  test('asks, explains the consequences, and ends at the sign-in', async () => {
    const sent = serve()
    const { user, address: shown } = openAccount()
    await user.click(await screen.findByRole('button', { name: 'Leave…' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Leave Acme Analytics?')
    expect(dialog.textContent).toContain('This deletes your account and logs you out everywhere')
    expect(sent).toEqual([])
    keepDraft({ form: 'profile', user: demoMember.email, texts: {} })
    await confirm(user, 'Delete my account')
    await toasted('success', 'You left Acme Analytics. Your account was deleted.')
    await waitFor(() => expect(shown()).toMatch(/^\/signin/))
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(sessionStorage.getItem('unsavedText')).toBeNull()
  })

  test('that is refused says why, and where to get help', async () => {
    withSettings({ isOurServer: true, supportUrl: 'https://help.example/' })
    serve()
    const { user } = openAccount()
    refuse('leave', 409, 'You are the only person in your organisation.')
    await user.click(await screen.findByRole('button', { name: 'Leave…' }))
    const dialog = await confirm(user, 'Delete my account')
    await within(dialog).findByText('Your account was not deleted.')
    within(dialog).getByText('You are the only person in your organisation.')
    expect(within(dialog).getByRole('link', { name: 'Contact support' })).toHaveProperty(
      'href',
      'https://help.example/',
    )
    expect(localStorage.getItem('accessToken')).not.toBeNull()
  })
})

// D110
test.each([
  [
    'an admin whose card pays',
    { ...paid, is_payer: true },
    `Visa ending in 4242 will still be charged for the Growth plan: $99.50 on ${dayOf(renews, true)}.`,
  ],
  // They see nothing else of the payment.
  [
    'a member whose card pays',
    { is_payer: true },
    'Your payment method will still be charged for the Growth plan.',
  ],
  ['anybody else', paid, null],
])('says to %s whether it goes on paying', async (_who, details, said) => {
  serve()
  serveBilling({ profile: profileOf(details) })
  const { user } = openAccount()
  await user.click(await screen.findByRole('button', { name: 'Leave…' }))
  const dialog = await screen.findByRole('dialog')
  const advice = 'ask an admin to change the payment method or stop the renewal first.'
  if (said) {
    const paragraph = within(dialog).getByText(said).closest('p')
    expect(paragraph?.textContent).toBe(`${said} To prevent that, ${advice}`)
  } else expect(dialog.textContent).not.toContain('still be charged')
})
