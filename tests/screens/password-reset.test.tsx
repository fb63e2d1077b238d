import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { demoMember } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { failureLines } from '../support/failure-lines'
import { linkMailedTo } from '../support/mails'
import { enter, openApp, toasted } from '../support/render-app'
import { holdAnswer, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Password' })

describe('the request for a link', () => {
  const sent = 'Password reset email sent successfully!'
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')

  async function asked(address: string = demoMember.email) {
    const app = openApp('/forgot-password')
    await screen.findByRole('heading', { name: 'Forgot password' })
    enter(email(), address)
    await app.user.click(button())
    return app
  }

  test('needs an address, says why it is refused, and mails a link that leads on', async () => {
    const { user, goTo } = await asked('   ')
    expect(screen.getByRole('alert').textContent).toBe('Please enter your email.')
    expect(document.activeElement).toBe(email())
    expect(api.requests).toEqual([])
    respond('forgotPassword', { error: 'That is too much.' }, 429, { once: true })
    enter(email(), demoMember.email)
    await user.click(button())
    // What a text says to each failure: `tests/unit/auth-errors.test.ts`.
    await screen.findByText('That is too much.')
    expect(await failureLines()).toEqual(['Failed to reset password.', 'That is too much.'])
    await user.click(button())
    await screen.findByText(sent)
    screen.getByText(/Check your spam folder/)
    enter(email(), '')
    await user.click(button())
    expect(screen.queryByText(sent)).toBeNull()
    await goTo(await linkMailedTo(demoMember.email))
    await screen.findByRole('heading', { name: 'Reset password' })
  })

  test('points to the mailbox if mails are captured', async () => {
    withSettings({ mailboxUrl: '/dev/mailbox/' })
    await asked()
    const link = await screen.findByRole('link', { name: 'read it in the mailbox' })
    expect(link.getAttribute('href')).toBe('/dev/mailbox/')
  })

  test.each([
    ['sent', null, 'success', sent],
    ['not sent', 500, 'error', 'An error occurred. Please try again.'],
  ] as const)('tells who has left the screen that the mail was %s', async (...example) => {
    const [, status, tone, text] = example
    if (status) respond('forgotPassword', undefined, status)
    const answer = holdAnswer('forgotPassword')
    const { user } = await asked()
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    await answer()
    await toasted(tone, text)
  })
})

describe('the new password', () => {
  const failed = 'Failed to reset password. Please try again.'
  const succeeded = 'Password reset successful!'
  const chosen = 'a new long password'
  const password = () => screen.getByLabelText<HTMLInputElement>('New password')
  const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm password')

  async function filledIn(link = '/reset-password/a', typed = chosen, repeated = typed) {
    const app = openApp(link)
    await screen.findByRole('heading', { name: 'Reset password' })
    enter(password(), typed)
    enter(confirmation(), repeated)
    return app
  }
  async function mailedLink(): Promise<string> {
    await call('forgotPassword', { email: demoMember.email })
    return await linkMailedTo(demoMember.email)
  }

  test('and its repetition have a toggle each, which says whose it is', async () => {
    const { user } = await filledIn()
    const toggle = (name: string, description: string) =>
      user.click(screen.getByRole('button', { name, description }))
    await toggle('Show password', 'Confirm password')
    expect([password().type, confirmation().type]).toEqual(['password', 'text'])
    // Shown, it is a text like any other: phones would change its first letter, browsers check its spelling.
    expect(confirmation().getAttribute('autocapitalize')).toBe('none')
    expect(confirmation().getAttribute('spellcheck')).toBe('false')
    await toggle('Show password', 'New password')
    await toggle('Hide password', 'Confirm password')
    expect([password().type, confirmation().type]).toEqual(['text', 'password'])
  })

  test.each([
    ['', '', 'Please enter a new password.', password],
    [chosen, `${chosen} `, 'Passwords do not match.', confirmation],
  ])('%j, repeated as %j, is not sent', async (typed, repeated, text, field) => {
    const { user } = await filledIn('/reset-password/a', typed, repeated)
    await user.click(button())
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe(text)
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('aria-describedby')).toContain(alert.id)
    expect(api.requests).toEqual([])
  })

  test('signs in; a link that was used is reported in the form and by a toast', async () => {
    const link = await mailedLink()
    const { user, address, goTo } = await filledIn(link)
    await user.click(button())
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/signin')
    await toasted('success', succeeded)
    await call('login', { email: demoMember.email, password: chosen })
    await goTo(link)
    enter(await screen.findByLabelText('New password'), chosen)
    enter(confirmation(), chosen)
    await user.click(button())
    expect(await failureLines(screen.getByRole('form', { name: 'Reset password' }))).toEqual([
      failed,
      'This link was used or has expired. Please ask for a new one.',
    ])
    await toasted('error', failed)
  })

  const named =
    'These passkeys still sign you in: Key, Phone. Remove any you don’t recognise on your profile.'
  test.each([
    [true, { passkeys: ['Key', 'Phone'] }, named],
    // "Not shown" in the specification: no body at all is success too.
    [false, undefined, ''],
  ])('is sent unchanged, with the link’s token; our server: %s, %j', async (...row) => {
    const [isOurServer, answer, detail] = row
    withSettings({ isOurServer })
    const sent = respond('resetPassword', answer)
    const { user } = await filledIn('/reset-password/a%2Fb%20c/', ' spaces count ')
    await user.click(button())
    await toasted('success', succeeded, detail)
    expect(sent).toEqual([{ reset_token: 'a/b c', new_password: ' spaces count ' }])
  })
})
