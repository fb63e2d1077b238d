import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { demoMember } from '../../server/demo/demo'
import { failureLines } from '../support/failure-lines'
import { holdAnswer } from '../support/held-answer'
import { linkMailedTo } from '../support/mails'
import { openApp } from '../support/render-app'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const sent = 'Password reset email sent successfully!'
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Password' })

/** Opens the screen, fills it in, and sends it. */
async function asked(address: string = demoMember.email) {
  const app = openApp('/forgot-password')
  await screen.findByRole('heading', { name: 'Forgot password' })
  await app.user.type(email(), address)
  await app.user.click(button())
  return app
}

/** Lets every request be refused with a status, and with this text. */
const refused = (status: number, body: string | null) =>
  api.server.use(http.post('*/api/forgot-password/', () => new HttpResponse(body, { status })))

test('a missing address is asked for; then a mail is announced, whose link leads on', async () => {
  const { user, goTo } = await asked('   ')
  expect(screen.getByRole('alert').textContent).toBe('Please enter your email.')
  expect(document.activeElement).toBe(email())
  expect(email().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(api.requests).toEqual([])
  await user.type(email(), demoMember.email)
  await user.click(button())
  await screen.findByText(sent)
  expect(screen.queryByRole('alert')).toBeNull()
  await goTo(await linkMailedTo(demoMember.email))
  await screen.findByRole('heading', { name: 'Reset password' })
})

test('it points to the mailbox if mails are captured, otherwise to the spam folder', async () => {
  const { user } = await asked()
  await screen.findByText(/Check your spam folder/)
  withSettings({ mailboxUrl: '/dev/mailbox/' })
  await user.click(button())
  const link = await screen.findByRole('link', { name: 'read it in the mailbox' })
  expect(link.getAttribute('href')).toBe('/dev/mailbox/')
  expect(screen.queryByText(/spam/)).toBeNull()
})

// What a text says to each failure: `tests/unit/auth-errors.test.ts`.
test('the server’s reason follows the catalogue’s text', async () => {
  refused(429, JSON.stringify({ error: 'That is too much.' }))
  await asked()
  expect(await failureLines()).toEqual(['Failed to reset password.', 'That is too much.'])
})

test.each([
  ['sent', null, 'success', sent],
  ['not sent', 500, 'error', 'An error occurred. Please try again.'],
] as const)('a user who has left the screen is told that the mail was %s', async (...example) => {
  const [, status, tone, text] = example
  if (status) refused(status, null)
  const answer = holdAnswer(calls.forgotPassword)
  const { user } = await asked()
  expect(button().getAttribute('aria-busy')).toBe('true')
  await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  await answer()
  await toasted(tone, text)
})
