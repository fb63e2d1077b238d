import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { demoMember } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { failureLines } from '../support/failure-lines'
import { holdAnswer } from '../support/held-answer'
import { linkMailedTo } from '../support/mails'
import { openApp, settled } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'

const failed = 'Failed to reset password. Please try again.'
const succeeded = 'Password reset successful!'
const chosen = 'a new long password'
const password = () => screen.getByLabelText<HTMLInputElement>('New password')
const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm password')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Password' })

/** Opens a link and fills the form in. */
async function filledIn(link = '/reset-password/a', typed = chosen, repeated = typed) {
  const app = openApp(link)
  await screen.findByRole('heading', { name: 'Reset password' })
  fireEvent.change(password(), { target: { value: typed } })
  fireEvent.change(confirmation(), { target: { value: repeated } })
  return app
}

async function mailedLink(): Promise<string> {
  await call('forgotPassword', { email: demoMember.email })
  return await linkMailedTo(demoMember.email)
}

test('each of the two passwords has its own toggle, which says whose it is', async () => {
  const { user } = await filledIn()
  const toggle = (name: string, description: string) =>
    user.click(screen.getByRole('button', { name, description }))
  await toggle('Show password', 'Confirm password')
  expect([password().type, confirmation().type]).toEqual(['password', 'text'])
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
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(document.activeElement).toBe(field())
  expect(field().getAttribute('aria-describedby')).toContain(screen.getByRole('alert').id)
  expect(password().value).toBe(typed)
  expect(api.requests).toEqual([])
})

test('a toast says that it worked, and the new password signs in', async () => {
  const { user, address } = await filledIn(await mailedLink())
  await user.click(button())
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(address()).toBe('/signin')
  await toasted('success', succeeded)
  await call('login', { email: demoMember.email, password: chosen })
})

test('the token of the address and the unchanged password are sent', async () => {
  // "Not shown" in the specification: no body at all is success too.
  const sent = respond('resetPassword')
  const { user } = await filledIn('/reset-password/a%2Fb%20c/', ' spaces count ')
  await user.click(button())
  await screen.findByText(succeeded)
  expect(sent).toEqual([{ reset_token: 'a/b c', new_password: ' spaces count ' }])
})

test('a used link is reported in the form and by a toast', async () => {
  const link = await mailedLink()
  const reset_token = link.split('/').at(-1) ?? ''
  await call('resetPassword', { reset_token, new_password: 'somebody was faster' })
  const { user, address } = await filledIn(link)
  await user.click(button())
  expect(await failureLines(screen.getByRole('form', { name: 'Reset password' }))).toEqual([
    failed,
    'This link was used or has expired. Please ask for a new one.',
  ])
  await toasted('error', failed)
  expect(address()).toBe(link)
})

test('a user who has left the screen meanwhile stays on the other one, and is told the result', async () => {
  const answer = holdAnswer(calls.resetPassword)
  const { user, address } = await filledIn(await mailedLink())
  await user.click(button())
  await user.click(screen.getByRole('link', { name: 'Request a new one' }))
  await screen.findByRole('heading', { name: 'Forgot password' })
  await answer()
  await screen.findByText(succeeded)
  await settled()
  expect(address()).toBe('/forgot-password')
})
