import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { endSession } from '../../src/api/stored-session'
import { linkMailedTo } from '../support/mails'
import { phoneOf, wrongCodeFor } from '../support/phone'
import { openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { securedAdmin } from '../support/second-factor'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const hint = 'Enter the code from your authenticator app.'

/** Gives the demo's admin a second factor. Nobody is signed in then. */
async function securedElsewhere() {
  const secured = await securedAdmin()
  endSession()
  clearPageSession()
  return secured
}

const code = () => screen.findByLabelText<HTMLInputElement>('Code')

beforeEach(() => withSettings({ isOurServer: true, hasTwoFactor: true }))

describe('signing in', () => {
  async function filledIn(at = '/signin') {
    const app = openApp(at)
    await app.user.type(await screen.findByLabelText('Email'), demoAdmin.email)
    await app.user.type(screen.getByLabelText('Password'), demoPassword)
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    return app
  }

  test('asks for the code on the same screen, keeps the input, and submits at the sixth digit', async () => {
    const { phone } = await securedElsewhere()
    const { user } = await filledIn()
    const field = await code()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(field.getAttribute('inputmode')).toBe('numeric')
    expect(screen.getByText(hint)).not.toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(demoAdmin.email)
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(demoPassword)

    await user.type(field, wrongCodeFor(phone))
    await screen.findByText(
      'This code is wrong or has already been used. Please enter the next one.',
    )
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(api.requests.filter((one) => one === 'POST /api/login/')).toHaveLength(2)

    const right = phone.next()
    await user.clear(field)
    await user.paste(`${right.slice(0, 3)} ${right.slice(3)}`)
    await screen.findByText('Signed in. Opening your dashboard…')
    expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
  })

  test('leaves digits that are being composed as they are', async () => {
    await securedElsewhere()
    await filledIn()
    const field = await code()
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: '２９' }, isComposing: true })
    expect(field.value).toBe('２９')
    fireEvent.compositionEnd(field)
    expect(field.value).toBe('29')
  })

  test('accepts a recovery code instead', async () => {
    const { codes, phone } = await securedElsewhere()
    const { user } = await filledIn()
    await user.type(await code(), wrongCodeFor(phone))
    await screen.findByText(/^This code is wrong/)
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(screen.queryByText(/^This code is wrong/)).toBeNull()
    const field = await screen.findByLabelText<HTMLInputElement>('Recovery code')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.type(field, 'wrong{Enter}')
    await screen.findByText(/^This is neither a code/)
    await user.clear(field)
    await user.type(field, codes[0] ?? '')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByText('Signed in. Opening your dashboard…')
  })

  test("asks for it in the organisation's sign-in too", async () => {
    const { phone } = await securedElsewhere()
    const { user } = await filledIn('/orginisation/acme-analytics')
    await user.type(await code(), phone.next())
    await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/dashboard/default'))
  })
})

test('a new password asks for the code as well, without an error', async () => {
  const { phone } = await securedElsewhere()
  await call('forgotPassword', { email: demoAdmin.email })
  const { user } = openApp(await linkMailedTo(demoAdmin.email))
  await user.type(await screen.findByLabelText('New password'), 'another long password')
  await user.type(screen.getByLabelText('Confirm password'), 'another long password')
  await user.click(screen.getByRole('button', { name: 'Reset Password' }))
  const field = await code()
  expect(screen.queryByText('Failed to reset password. Please try again.')).toBeNull()
  await user.type(field, phone.next())
  await screen.findByRole('heading', { name: 'Sign in' })
})

describe('the card', () => {
  const card = async () => {
    const heading = await screen.findByRole('heading', { name: 'Two-factor authentication' })
    return within(heading.closest('section') as HTMLElement)
  }

  test('sets one up: password, QR code and key, first code, recovery codes', async () => {
    const saved = catchFiles()
    await signedInAs('member')
    const { user } = openApp('/dashboard/profile?tab=security')
    const shown = await card()
    await shown.findByText('Off')
    await user.click(await shown.findByRole('button', { name: 'Set up…' }))
    await user.type(shown.getByLabelText('Your password'), 'wrong')
    await user.click(shown.getByRole('button', { name: 'Continue' }))
    await shown.findByText('Entered password is incorrect.')
    await user.clear(shown.getByLabelText('Your password'))
    await user.type(shown.getByLabelText('Your password'), demoPassword)
    await user.click(shown.getByRole('button', { name: 'Continue' }))
    await shown.findByRole('img', { name: 'QR code for your authenticator app' })
    expect(document.activeElement).toBe(shown.getByRole('list', { name: 'How to set it up' }))
    const key =
      (await shown.findByText(/^([A-Z2-7]{4} ?){8}$/)).textContent?.replace(/\s/g, '') ?? ''
    await user.click(shown.getByRole('button', { name: 'Copy the key' }))
    expect(await navigator.clipboard.readText()).toBe(key)
    const app = shown.getByRole('link', { name: 'Open in your authenticator' })
    expect(app.getAttribute('href')).toContain(`secret=${key}`)
    const phone = phoneOf(key)
    expect(shown.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
    await user.type(shown.getByLabelText('Code'), wrongCodeFor(phone))
    await shown.findByText(/^This code isn't right/)
    await user.clear(shown.getByLabelText('Code'))
    await user.type(shown.getByLabelText('Code'), phone.next())
    const list = await shown.findByRole('list', { name: 'Recovery codes' })
    const codes = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
    expect(codes).toHaveLength(10)
    shown.getByText(/They are shown only once/)
    expect(document.activeElement?.textContent).toBe('Save these recovery codes')
    await user.click(shown.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(`${codes.join('\n')}\n`)
    await user.click(shown.getByRole('button', { name: 'Download' }))
    expect(saved[0]?.name).toMatch(/^orglens-recovery-codes-.*\.txt$/)
    expect(await saved[0]?.text).toContain(codes.join('\n'))
    // They are shown only once: a link that was clicked by mistake must not lose them.
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { name: 'Leave without your recovery codes?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    expect(JSON.stringify(sessionStorage)).not.toContain(codes[0])
    await user.click(shown.getByRole('button', { name: 'I’ve saved them' }))
    await shown.findByText(/^10 of 10 left\./)
    shown.getByText(/^On since /)
    expect(screen.queryByText(codes[0] ?? '')).toBeNull()
  })

  test('creates new recovery codes and switches off, each with password and code', async () => {
    const { phone, codes } = await securedAdmin()
    const { user } = openApp('/dashboard/profile?tab=security')
    const shown = await card()
    await user.click(await shown.findByRole('button', { name: 'New codes…' }))
    expect(document.activeElement).toBe(shown.getByLabelText('Your password'))
    shown.getByText('Your current codes will stop working.')
    await user.click(shown.getByRole('button', { name: 'Make new codes' }))
    expect(shown.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Please enter your password.',
      hint,
    ])
    await user.type(shown.getByLabelText('Your password'), demoPassword)
    await user.type(shown.getByLabelText('Code'), phone.next())
    await user.click(shown.getByRole('button', { name: 'Make new codes' }))
    const list = await shown.findByRole('list', { name: 'Recovery codes' })
    const [fresh] = within(list).getAllByRole('listitem')
    expect(codes).not.toContain(fresh?.textContent)
    await user.click(shown.getByRole('button', { name: 'I’ve saved them' }))
    await user.click(await shown.findByRole('button', { name: 'Switch off…' }))
    shown.getByText('You’ll then sign in with just your password.')
    await user.type(shown.getByLabelText('Your password'), demoPassword)
    await user.click(shown.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(await shown.findByLabelText('Recovery code'), fresh?.textContent ?? '')
    await user.click(shown.getByRole('button', { name: 'Switch off' }))
    await toasted('success', 'Two-factor authentication is off.')
    await shown.findByText('Off')
    await shown.findByRole('button', { name: 'Set up…' })
    expect(screen.queryByText(/requires it\.$/)).toBeNull()
    expect(document.activeElement).toBe(
      shown.getByRole('heading', { name: 'Two-factor authentication' }),
    )
    await user.click(shown.getByRole('button', { name: 'Set up…' }))
    expect(document.activeElement).toBe(shown.getByLabelText('Your password'))
    await user.click(shown.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(
      shown.getByRole('heading', { name: 'Two-factor authentication' }),
    )
  })

  test.each([
    [3, /^3 of 10 left\./, false],
    [2, /^2 of 10 left\./, true],
    [0, 'None left. Make new ones.', true],
  ])('warns when few recovery codes are left: %s', async (left, text, isWarning) => {
    await signedInAs('admin')
    const body = { state: 'on', since: '2026-11-01T08:00:00Z', recovery_codes_left: left }
    respond('getTwoFactor', { required: false, ...body })
    openApp('/dashboard/profile?tab=security')
    const shown = await (await card()).findByText(text)
    expect(shown.classList.contains('text-warn')).toBe(isWarning)
  })
})

describe('actions that a second factor guards', () => {
  test('a dialog with a password asks for the code, and waits for its button', async () => {
    const { phone } = await securedAdmin()
    const { user } = openApp('/dashboard/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Download…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Password'), demoPassword)
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    const field = await dialog.findByLabelText('Code')
    expect(document.activeElement).toBe(field)
    expect(dialog.queryByRole('alert')).toBeNull()
    api.requests.length = 0
    await user.type(field, wrongCodeFor(phone))
    expect(api.requests.filter((one) => one.includes('export'))).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await dialog.findByText(/This code is wrong/)
    await user.clear(field)
    await user.type(field, phone.next())
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await toasted('success', 'Your data was downloaded.')
  })

  test('the password and the address ask for the code in their forms', async () => {
    const { codes } = await securedAdmin()
    const { user } = openApp('/dashboard/profile?tab=security')
    await user.type(await screen.findByLabelText('Current password'), demoPassword)
    await user.type(screen.getByLabelText('New password'), 'another password')
    await user.type(screen.getByLabelText('Confirm new password'), 'another password')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    const form = within(screen.getByRole('form', { name: 'Password' }))
    await form.findByLabelText('Code')
    await user.click(form.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(await form.findByLabelText('Recovery code'), codes[0] ?? '')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText(/^Password changed/)
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
    const first = await makeAdmin()
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    const dialog = await makeAdmin()
    await user.type(dialog.getByLabelText('Code'), wrongCodeFor(phone))
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText(/This code is wrong/)
    await user.clear(dialog.getByLabelText('Code'))
    await user.type(dialog.getByLabelText('Code'), phone.next())
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await toasted('success', `${demoMember.fullName} is now an admin.`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
