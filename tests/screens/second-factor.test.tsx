import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { endSession } from '../../src/api/stored-session'
import { profileExample } from '../support/examples'
import { fakeTime } from '../support/fake-time'
import { linkMailedTo } from '../support/mails'
import { phoneOf, wrongCodeFor } from '../support/phone'
import { enter, openApp, openAs, settled, signedInAs, toasted } from '../support/render-app'
import { respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { beginSetUp, securedAdmin } from '../support/second-factor'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const hint = 'Enter the code from your authenticator app.'
const security = '/dashboard/profile?tab=security'
const code = () => screen.findByLabelText<HTMLInputElement>('Code')

beforeEach(() => withSettings({ isOurServer: true, hasTwoFactor: true, timeZone: 'UTC' }))

/** Gives the demo's admin a second factor. Nobody is signed in then. */
async function securedElsewhere() {
  const secured = await securedAdmin()
  endSession()
  clearPageSession()
  return secured
}

describe('signing in', () => {
  async function filledIn(at = '/signin') {
    const app = openApp(at)
    enter(await screen.findByLabelText('Email'), demoAdmin.email)
    enter(screen.getByLabelText('Password'), demoPassword)
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    return app
  }

  test('asks for the code on the same screen, keeps the input, submits at the sixth digit, and accepts a recovery code instead', async () => {
    const { codes, phone } = await securedElsewhere()
    const { user } = await filledIn()
    const field = await code()
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(field.getAttribute('inputmode')).toBe('numeric')
    screen.getByText(hint)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(demoAdmin.email)
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(demoPassword)

    enter(field, wrongCodeFor(phone))
    await screen.findByText(
      'This code is wrong or has already been used. Please enter the next one.',
    )
    expect(field.getAttribute('aria-invalid')).toBe('true')
    // The next code takes its place.
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(screen.queryByText(/^This code is wrong/)).toBeNull()
    const recovery = await screen.findByLabelText<HTMLInputElement>('Recovery code')
    await waitFor(() => expect(document.activeElement).toBe(recovery))
    await user.type(recovery, 'wrong{Enter}')
    await screen.findByText(/^This is neither a code/)
    // The reload a second later never comes here: it would reach the next test.
    const time = fakeTime()
    enter(recovery, codes[0] ?? '')
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await time.until(() => screen.getByText('Signed in. Opening your dashboard…'))
    expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
  })

  test("asks for it in the organisation's sign-in too", async () => {
    const { phone } = await securedElsewhere()
    await filledIn('/orginisation/acme-analytics')
    const shown = phone.next()
    enter(await code(), `${shown.slice(0, 3)} ${shown.slice(3)}`)
    await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/dashboard/default'))
  })
})

test('a new password asks for the code as well, without an error', async () => {
  const { phone } = await securedElsewhere()
  await call('forgotPassword', { email: demoAdmin.email })
  const { user } = openApp(await linkMailedTo(demoAdmin.email))
  enter(await screen.findByLabelText('New password'), 'another long password')
  enter(screen.getByLabelText('Confirm password'), 'another long password')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  const field = await code()
  expect(screen.queryByText('Failed to reset password. Please try again.')).toBeNull()
  enter(field, phone.next())
  await screen.findByRole('heading', { name: 'Sign in' })
})

describe('the card', () => {
  async function opened() {
    const app = openApp(security)
    const heading = await screen.findByRole('heading', { name: 'Two-factor authentication' })
    return { ...app, heading, card: within(heading.closest('section') as HTMLElement) }
  }

  test('sets one up: password, QR code and key, first code, recovery codes', async () => {
    const saved = catchFiles()
    await signedInAs('member')
    const { user, card } = await opened()
    await card.findByText('Off')
    await user.click(await card.findByRole('button', { name: 'Set up…' }))
    enter(card.getByLabelText('Your password'), 'wrong')
    await user.click(card.getByRole('button', { name: 'Continue' }))
    await card.findByText('Entered password is incorrect.')
    enter(card.getByLabelText('Your password'), demoPassword)
    await user.click(card.getByRole('button', { name: 'Continue' }))
    const code = await card.findByRole('img', { name: 'QR code for your authenticator app' })
    // Black on white in any theme, with the margin that scanners need.
    expect([...code.children].map((one) => one.getAttribute('fill'))).toEqual(['#fff', '#000'])
    expect(code.lastElementChild?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
    const key =
      (await card.findByText(/^([A-Z2-7]{4} ?){8}$/)).textContent?.replace(/\s/g, '') ?? ''
    await user.click(card.getByRole('button', { name: 'Copy the key' }))
    expect(await navigator.clipboard.readText()).toBe(key)
    const app = card.getByRole('link', { name: 'Open in your authenticator' })
    expect(app.getAttribute('href')).toContain(`secret=${key}`)
    const phone = phoneOf(key)
    expect(card.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
    enter(card.getByLabelText('Code'), wrongCodeFor(phone))
    await card.findByText(/^This code isn't right/)
    enter(card.getByLabelText('Code'), phone.next())
    const list = await card.findByRole('list', { name: 'Recovery codes' })
    const codes = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
    expect(codes).toHaveLength(10)
    await user.click(card.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(`${codes.join('\n')}\n`)
    await user.click(card.getByRole('button', { name: 'Download' }))
    expect(saved[0]?.name).toMatch(/^orglens-recovery-codes-.*\.txt$/)
    expect(await saved[0]?.text).toContain(codes.join('\n'))
    // They are shown only once: a link that was clicked by mistake must not lose them.
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { name: 'Leave without your recovery codes?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    expect(JSON.stringify(sessionStorage)).not.toContain(codes[0])
    await user.click(card.getByRole('button', { name: 'I’ve saved them' }))
    await card.findByText(/^10 of 10 left\./)
    card.getByText(/^On since /)
    expect(screen.queryByText(codes[0] ?? '')).toBeNull()
  })

  test('creates new recovery codes and switches off, each with password and code', async () => {
    const { phone, codes } = await securedAdmin()
    const { user, card, heading } = await opened()
    await user.click(await card.findByRole('button', { name: 'New codes…' }))
    card.getByText('Your current codes will stop working.')
    enter(card.getByLabelText('Your password'), demoPassword)
    enter(card.getByLabelText('Code'), phone.next())
    await user.click(card.getByRole('button', { name: 'Make new codes' }))
    const list = await card.findByRole('list', { name: 'Recovery codes' })
    const [fresh] = within(list).getAllByRole('listitem')
    expect(codes).not.toContain(fresh?.textContent)
    await user.click(card.getByRole('button', { name: 'I’ve saved them' }))
    await user.click(await card.findByRole('button', { name: 'Switch off…' }))
    card.getByText('You’ll then sign in with just your password.')
    enter(card.getByLabelText('Your password'), demoPassword)
    await user.click(card.getByRole('button', { name: 'Use a recovery code' }))
    enter(await card.findByLabelText('Recovery code'), fresh?.textContent ?? '')
    await user.click(card.getByRole('button', { name: 'Switch off' }))
    await toasted('success', 'Two-factor authentication is off.')
    await card.findByText('Off')
    expect(screen.queryByText(/requires it\.$/)).toBeNull()
    expect(document.activeElement).toBe(heading)
  })

  test.each([
    [3, /^3 of 10 left\./, false],
    [2, /^2 of 10 left\./, true],
    [0, 'None left. Make new ones.', true],
  ])('warns when few recovery codes are left: %s', async (left, text, isWarning) => {
    await signedInAs('admin')
    const body = { state: 'on', since: '2026-11-01T08:00:00Z', recovery_codes_left: left }
    respond('getTwoFactor', { required: false, ...body })
    const { card } = await opened()
    expect((await card.findByText(text)).classList.contains('text-warn')).toBe(isWarning)
  })
})

describe('actions that a second factor guards', () => {
  test('a dialog with a password asks for the code, and waits for its button', async () => {
    const { phone } = await securedAdmin()
    const { user } = openApp('/dashboard/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Download…' }))
    const dialog = within(await screen.findByRole('dialog'))
    enter(dialog.getByLabelText('Password'), demoPassword)
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    const field = await dialog.findByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(field))
    api.requests.length = 0
    enter(field, wrongCodeFor(phone))
    expect(api.requests).toEqual([])
    enter(field, phone.next())
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await toasted('success', 'Your data was downloaded.')
  })

  const organisation = 'Acme Analytics'
  const confirmation = `To confirm, type ${organisation}`
  /** What the fields get that don't ask for the present password. */
  const typed: Partial<Record<string, string>> = {
    Email: 'a@b.test',
    [confirmation]: organisation,
    'New password': 'another password',
    'Confirm new password': 'another password',
  }
  test.each([
    ['/dashboard/profile', 'Update Profile', 'Email', 'Current password'],
    ['/dashboard/organisation', `Delete ${organisation}`, confirmation, 'Password'],
    [security, 'Password', 'Current password', 'New password', 'Confirm new password'],
  ])('a form at %s asks for the code: %s', async (path = '', label = '', ...names) => {
    const { phone } = await securedAdmin()
    const { user } = openApp(path)
    if (label.startsWith('Delete'))
      await user.click(await screen.findByRole('button', { name: 'Delete…' }))
    const form = within(await screen.findByRole('form', { name: label }))
    for (const name of names) enter(form.getByLabelText(name), typed[name] ?? demoPassword)
    const send = () => user.click(form.getAllByRole('button').at(-1) as HTMLElement)
    await send()
    enter(await form.findByLabelText('Code'), phone.next())
    await send()
    await screen.findByText(
      /^Profile updated|^Acme Analytics will be deleted on|^Password changed/,
      {
        selector: '[data-sonner-toast] *',
      },
    )
  })

  test('a change of the team asks for the code, keeps the change, and can be called off', async () => {
    const { phone } = await securedAdmin()
    const { user } = openApp('/dashboard/invite-team')
    const makeAdmin = async () => {
      const name = `Actions for ${demoMember.fullName}`
      await user.click(await screen.findByRole('button', { name }))
      await user.click(await screen.findByRole('menuitem', { name: 'Make admin' }))
      const title = `Make ${demoMember.fullName} an admin`
      return within(await screen.findByRole('dialog', { name: title }))
    }
    await user.click((await makeAdmin()).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    const dialog = await makeAdmin()
    enter(dialog.getByLabelText('Code'), wrongCodeFor(phone))
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText(/This code is wrong/)
    enter(dialog.getByLabelText('Code'), phone.next())
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await toasted('success', `${demoMember.fullName} is now an admin.`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a user who must have a second factor', () => {
  const reminder = 'Set it up within 7 days.'
  const closed = 'Set it up, or add a passkey, to continue.'
  const page = '/dashboard/invite-team'
  const content = 'Enter Email(s) (comma separated)'

  test('is reminded until it is on, and must set up another as soon as it is off', async () => {
    api.faults = { ...api.faults, scenario: 'two-factor:due' }
    const { user, goTo } = await openAs('admin', page)
    await screen.findByText(reminder)
    screen.getByText('Acme Analytics requires two-factor authentication.')
    await screen.findByLabelText(content)
    expect(screen.getByRole('link', { name: 'Set up' }).getAttribute('href')).toBe(
      `${security}#two-factor`,
    )
    await goTo(security)
    await screen.findByText('Acme Analytics requires it.')
    const phone = await beginSetUp({ user })
    enter(screen.getByLabelText('Code'), phone.next())
    await user.click(await screen.findByRole('button', { name: 'I’ve saved them' }))
    await waitFor(() => expect(screen.queryByText(reminder)).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Switch off…' }))
    screen.getByText(/^It’s required here: you’ll have to set it up again/)
    enter(screen.getByLabelText('Your password'), demoPassword)
    enter(screen.getByLabelText('Code'), phone.next())
    await user.click(screen.getByRole('button', { name: 'Switch off' }))
    await screen.findByText(closed)
  })

  test('has the begun day too, and is free as soon as the rule is withdrawn, but for a set-up that has begun', async () => {
    const told = async (second_factor_due_in?: number) => {
      respond('getProfile', profileExample({ second_factor_due_in, is_organization_admin: false }))
      await app?.queryClient.invalidateQueries({ queryKey: ['profile'] })
      await settled()
    }
    let app: ReturnType<typeof openApp> | undefined
    await signedInAs('member')
    await told(24 * 3_600 + 1)
    app = openApp('/dashboard/profile')
    await screen.findByText('Set it up within 2 days.')
    await told(24 * 3_600)
    await screen.findByText('Set it up within a day.')
    await told(0)
    await screen.findByText(closed)
    await app.user.click(await screen.findByRole('button', { name: 'Set up…' }))
    await told()
    screen.getByText(closed)
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: 'Update Profile' })
  })

  test('finds nothing else once it is over, until the recovery codes were seen', async () => {
    const late = 8 * 24 * 3_600_000
    api.faults = { ...api.faults, scenario: 'two-factor:over' }
    await signedInAs('admin')
    api.faults = { ...api.faults, clock: late }
    const app = await openAs('admin', page)
    const { user, queryClient } = app
    await screen.findByText(closed)
    expect(screen.queryByLabelText(content)).toBeNull()
    const phone = await beginSetUp(app, () => Date.now() + late)
    enter(screen.getByLabelText('Code'), phone.next())
    await screen.findByRole('list', { name: 'Recovery codes' })
    // The profile says by now that all is well.
    await queryClient.invalidateQueries({ queryKey: ['profile'] })
    await settled()
    screen.getByRole('list', { name: 'Recovery codes' })
    expect(screen.queryByLabelText(content)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    await screen.findByLabelText(content)
    expect(screen.queryByText(/Set it up/)).toBeNull()
  })
})
