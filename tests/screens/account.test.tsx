import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { examples } from '../../contract/examples'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { keepDraft } from '../../src/ui/forms/unsaved-text'
import { serve } from '../support/billing-examples'
import { enter, openApp, openAs, settled, signedInAs, toasted } from '../support/render-app'
import { dayOf, paid, profileOf, renews } from '../support/renewal-examples'
import { holdAnswer, lose, refuse, respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { shownTexts } from '../support/shown-rows'
import { teamExample } from '../support/team-examples'
import { withSettings } from '../support/with-settings'

const address = '/dashboard/profile?tab='

const [example] = examples.getSessions.answer.sessions
const here = { ...example, is_by_passkey: false }
const phone = {
  ...here,
  session_id: 'phone',
  browser: 'Chrome on Android',
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
const serveSessions = (...sessions: object[]) => respond('getSessions', { sessions } as never)

async function openSessions() {
  serveSessions(here, phone, laptop)
  const app = openApp(`${address}sessions`)
  await screen.findByRole('table', { name: 'Sessions' })
  return app
}
type User = ReturnType<typeof openApp>['user']

const rows = () => shownTexts().map((texts) => texts.join(' | '))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** Opens the account, and the dialog of a button there. */
async function openDialog(button: 'Download…' | 'Leave…') {
  const app = openApp(`${address}account`)
  await app.user.click(await screen.findByRole('button', { name: button }))
  return { ...app, dialog: await screen.findByRole('dialog') }
}

beforeEach(async () => {
  await signedInAs('member')
  withSettings({ isOurServer: true })
})

describe('the password', () => {
  async function typePasswords(user: User, confirmed = 'a new password') {
    enter(await screen.findByLabelText('Current password'), 'the old one')
    enter(field('New password'), 'a new password')
    enter(field('Confirm new password'), confirmed)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  test('is changed; the other sessions leave the list, and the fields are cleared', async () => {
    const { answer } = examples.getPasskeys
    const passkeys = ['My laptop', 'Old phone'].map((name, index) => ({
      ...answer.passkeys[0],
      name,
      passkey_id: name,
      domain: index === 0 ? answer.domain : 'elsewhere.example',
    }))
    respond('getPasskeys', { ...answer, passkeys })
    const sent = respond('changePassword')
    const { user } = await openSessions()
    await user.click(screen.getAllByRole('link', { name: 'Security' })[0] as HTMLElement)
    await screen.findByText('My laptop')
    screen.getByText('This logs you out everywhere else.')
    await typePasswords(user)
    await toasted(
      'success',
      'Password changed. You are logged out everywhere else.',
      'These passkeys still sign you in: My laptop. Remove any you don’t recognise on your profile.',
    )
    expect(sent).toEqual([{ current_password: 'the old one', new_password: 'a new password' }])
    expect(field('Current password').value + field('New password').value).toBe('')
    serveSessions(here)
    await user.click(screen.getByRole('link', { name: 'Sessions' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  test('is sent only if both new ones match; if it is wrong, its field says so, and input stays', async () => {
    const text = 'Entered password is incorrect.'
    const sent = refuse('changePassword', 422, text, { current_password: text })
    const { user } = openApp(`${address}security`)
    await typePasswords(user, 'a new passwor')
    await screen.findByText('Passwords do not match.')
    expect(sent).toEqual([])
    await user.type(field('Confirm new password'), 'd{Enter}')
    await screen.findByText(text)
    await waitFor(() => expect(document.activeElement).toBe(field('Current password')))
    expect(field('New password').value).toBe('a new password')
    screen.getByText('Your password was not changed.')
    lose('changePassword')
    await user.type(field('Current password'), '{Enter}')
    await screen.findByText('We couldn’t confirm it: your password may have changed. Please check.')
  })
})

describe('sessions', () => {
  test('are listed and ended one by one; the next one’s button gets the focus, after the last the heading', async () => {
    const sent = respond('endSession')
    const { user } = await openSessions()
    expect(rows()).toEqual([
      'Firefox on WindowsThis browser | 203.0.113.7 | Signed in Nov 3, 2026 | Last active: Now | ',
      'Chrome on Android | 203.0.113.7 | Signed in Nov 3, 2026 | Last active: Sep 2, 2026 | Log out',
      'Safari on macOSby passkey | Not known | Signed in Nov 3, 2026 | Last active: Just now | Log out',
    ])
    const end = () => user.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }))
    refuse('endSession', 409)
    await end()
    const failure = 'Chrome on Android was not logged out. Please try again.'
    await toasted('error', failure, 'No.')
    refuse('endSession', 404)
    await end()
    await toasted('info', 'That session has already ended.')
    serveSessions(here, laptop)
    await end()
    await toasted('success', 'Chrome on Android is logged out.')
    expect(rows()).toHaveLength(2)
    expect(sent).toEqual([{ session_id: 'phone' }])
    const next = screen.getByRole('button', { name: 'Log out Safari on macOS' })
    expect(document.activeElement).toBe(next)
    serveSessions(here)
    await user.click(next)
    await screen.findByText('Safari on macOS is logged out.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sessions' }))
  })

  test('are all ended at once, except the current one; a failure says so', async () => {
    respond('endOtherSessions')
    const { user } = await openSessions()
    const everywhere = screen.getByRole('button', { name: 'Log out everywhere else' })
    refuse('endOtherSessions', 409)
    await user.click(everywhere)
    await toasted('error', 'The other browsers were not logged out. Please try again.', 'No.')
    expect(rows()).toHaveLength(3)
    refuse('endSession', 404)
    serveSessions(here, laptop)
    await user.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }))
    await toasted('info', 'That session has already ended.')
    await waitFor(() => expect(rows()).toHaveLength(2))
    serveSessions(here)
    await user.click(everywhere)
    await toasted('success', 'You’re logged out everywhere else.')
    expect(rows()).toHaveLength(1)
    expect(everywhere).toHaveProperty('disabled', true)
  })
})

test('the user’s data are saved as a file, after the password', async () => {
  const data = { account: { email: demoMember.email } }
  const sent = respond('exportAccount', data)
  const files = catchFiles()
  const { user } = await openDialog('Download…')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = screen.getByRole('button', { name: 'Download…' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.click(button)
  const press = () => user.click(screen.getByRole('button', { name: 'Download' }))
  await press()
  screen.getByText('Please enter your password.')
  expect(sent).toEqual([])
  enter(field('Password'), demoPassword)
  refuse('exportAccount', 429, 'Not now.')
  const release = holdAnswer('exportAccount')
  await press()
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
  await release()
  await screen.findByText('Your data could not be downloaded.')
  screen.getByText('Not now.')
  await press()
  await toasted('success', 'Your data was downloaded.')
  expect(sent).toEqual([{ password: demoPassword }])
  expect(files[0]?.name).toMatch(/^orglens-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse((await files[0]?.text) ?? '')).toEqual(data)
})

describe('leaving', () => {
  test('explains the consequences, says why it is refused, and ends at the sign-in', async () => {
    withSettings({ supportUrl: 'https://help.example/' })
    const { user, address: shown, dialog } = await openDialog('Leave…')
    expect(dialog.textContent).toContain('Leave Acme Analytics?')
    expect(dialog.textContent).toContain('This deletes your account and logs you out everywhere')
    keepDraft({ form: 'profile', user: demoMember.email, texts: {} })
    enter(field('Password'), demoPassword)
    expect(within(dialog).queryByRole('link')).toBeNull()
    refuse('leave', 409, 'You are the only person in your organisation.')
    await user.click(screen.getByRole('button', { name: 'Delete my account' }))
    await screen.findByText('Your account was not deleted.')
    screen.getByText('You are the only person in your organisation.')
    within(dialog).getByRole('link', { name: 'Contact support' })
    lose('leave')
    await user.click(screen.getByRole('button', { name: 'Delete my account' }))
    await screen.findByText(
      'We couldn’t confirm it: your account may have been deleted. Please check.',
    )
    expect(localStorage.getItem('accessToken')).not.toBeNull()
    const sent = respond('leave')
    await user.click(screen.getByRole('button', { name: 'Delete my account' }))
    await toasted('success', 'You left Acme Analytics. Your account was deleted.')
    expect(sent).toEqual([{ password: demoPassword }])
    await waitFor(() => expect(shown()).toMatch(/^\/signin/))
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(sessionStorage.getItem('unsavedText')).toBeNull()
  })

  // D110
  const visa = 'Visa ending in 4242 will still be charged for the Growth plan'
  test.each([
    [`${visa}: $99.50 on ${dayOf(renews, true)}.`, { ...paid, is_payer: true }],
    // Members see nothing else of the payment.
    ['Your payment method will still be charged for the Growth plan.', { is_payer: true }],
    [null, paid],
  ])('says whether the user’s card goes on paying: %s', async (said, details) => {
    serve({ profile: profileOf({}) })
    const { user, queryClient } = openApp(`${address}account`)
    const button = await screen.findByRole('button', { name: 'Leave…' })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    // The page may have been open for long.
    serve({ profile: profileOf(details) })
    await user.click(button)
    const dialog = await screen.findByRole('dialog')
    await settled()
    const advice = 'ask an admin to change the payment method or stop the renewal first.'
    const text = `${said} To prevent that, ${advice}`
    if (said) await waitFor(() => expect(dialog.textContent).toContain(text))
    else expect(dialog.textContent).not.toContain('still be charged')
  })

  const [self, ...others] = teamExample().members
  const colleagues = others.filter((one) => !one.is_organization_admin)
  const unreadable = 'not a list'
  test.each([
    ['Daniel Osei is an admin too, so you can leave.', [self, ...others], null],
    ['If you are the only admin, make somebody else an admin first.', unreadable, null],
    ['You are the only admin. Make somebody else an admin first.', [self, ...colleagues], 'true'],
    ['You are the only person here. To delete Acme Analytics, open Organisation.', [self], 'true'],
  ])('tells an admin what stands in the way: %s', async (text, members, disabled) => {
    respond('getTeam', { ...teamExample(), members } as never)
    const { user } = await openAs('admin', `${address}account`)
    const button = await screen.findByRole('button', { name: 'Leave…' })
    const section = button.closest('section') as HTMLElement
    await waitFor(() => expect(section.textContent).toContain(text))
    expect(button.getAttribute('aria-disabled')).toBe(disabled)
    const link = within(section).queryByRole('link', { name: 'Organisation' })
    if (link) expect(link.getAttribute('href')).toBe('/dashboard/organisation#delete')
    await user.click(button)
    expect(screen.queryAllByRole('dialog')).toHaveLength(disabled ? 0 : 1)
  })
})
