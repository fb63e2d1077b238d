import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { failureLines } from '../support/failure-lines'
import { holdAnswer } from '../support/held-answer'
import { linkMailedTo } from '../support/mails'
import { openApp, settled } from '../support/render-app'
import { api } from '../support/test-api'

const failed = 'Failed to reset password. Please try again.'
const succeeded = 'Password reset successful!'
const chosen = 'a new long password'
const password = () => screen.getByLabelText<HTMLInputElement>('New password')
const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm password')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Password' })
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent)

/** Opens a link, by default one that was mailed, and fills the form in. */
async function filledIn(values: { password?: string; confirmation?: string } = {}, link?: string) {
  const app = openApp(link ?? (await mailedLink()))
  await screen.findByRole('heading', { name: 'Reset password' })
  const { password: typed = chosen, confirmation: repeated = typed } = values
  fireEvent.change(password(), { target: { value: typed } })
  fireEvent.change(confirmation(), { target: { value: repeated } })
  return app
}

async function mailedLink(): Promise<string> {
  await call('forgotPassword', { email: demoMember.email })
  const link = await linkMailedTo(demoMember.email)
  api.requests.length = 0
  return link
}

/** @returns the lines of what went wrong, in the form. */
const failure = () => failureLines(screen.getByRole('form', { name: 'Reset password' }))

describe('what the screen offers', () => {
  test('each of the two passwords has its own toggle, which says whose it is', async () => {
    const { user } = await filledIn({}, '/reset-password/a-token')
    const [first, second] = ['New password', 'Confirm password'].map((description) =>
      screen.getByRole('button', { name: 'Show password', description }),
    )
    if (!first || !second) throw new Error('There are not two buttons')
    await user.click(second)
    expect([password().type, confirmation().type]).toEqual(['password', 'text'])
    await user.click(first)
    await user.click(screen.getAllByRole('button', { name: 'Hide password' })[1] ?? first)
    expect([password().type, confirmation().type]).toEqual(['text', 'password'])
  })
})

describe('before it is sent', () => {
  test.each([
    ['capitals', chosen.toUpperCase()],
    ['spaces', `${chosen} `],
  ])('the two passwords must match: %s count', async (_what, confirmed) => {
    const { user } = await filledIn({ confirmation: confirmed }, '/reset-password/a')
    await user.click(button())
    expect(alerts()).toEqual(['Passwords do not match.'])
    expect(document.activeElement).toBe(confirmation())
    expect(confirmation().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    expect(password().value).toBe(chosen)
    expect(api.requests).toEqual([])
  })

  test('an empty form asks for a password, and focuses it', async () => {
    const { user } = await filledIn({ password: '' }, '/reset-password/a')
    await user.click(button())
    expect(alerts()).toEqual(['Please enter a new password.'])
    expect(document.activeElement).toBe(password())
    expect(api.requests).toEqual([])
  })
})

describe('when it works', () => {
  test('a toast says so, and the new password signs in', async () => {
    const { user, address } = await filledIn()
    await user.click(button())
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/signin')
    await screen.findByText(succeeded)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(api.requests).toEqual(['POST /api/reset-password/'])

    const { email } = demoMember
    await expect(call('login', { email, password: demoPassword })).rejects.toMatchObject({
      status: 401,
    })
    await call('login', { email, password: chosen })
  })

  test('the token of the address and the unchanged password are sent', async () => {
    let sent: unknown
    api.server.use(
      http.post('*/api/reset-password/', async ({ request }) => {
        sent = await request.json()
        // "Not shown" in the specification: no body at all is success too.
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = await filledIn({ password: ' spaces count ' }, '/reset-password/a%2Fb%20c/')
    await user.click(button())
    await screen.findByText(succeeded)
    expect(sent).toEqual({ reset_token: 'a/b c', new_password: ' spaces count ' })
  })
})

describe('when it fails', () => {
  test('a used link is reported in the form and by a toast', async () => {
    const link = await mailedLink()
    await call('resetPassword', {
      reset_token: link.split('/').at(-1) ?? '',
      new_password: 'somebody was faster',
    })
    const { user, address } = await filledIn({}, link)
    await user.click(button())
    expect(await failure()).toEqual([
      failed,
      'This link was used or has expired. Please ask for a new one.',
    ])
    await waitFor(() => expect(toasts()).toEqual([failed]))
    expect(address()).toBe(link)
  })
})

test('who has gone elsewhere meanwhile stays there, and is told (D51)', async () => {
  const answer = holdAnswer(calls.resetPassword)
  const { user, address } = await filledIn()
  await user.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  await user.click(screen.getByRole('link', { name: 'Request a new one' }))
  await screen.findByRole('heading', { name: 'Forgot password' })
  await answer()
  await screen.findByText(succeeded)
  await settled()
  expect(address()).toBe('/forgot-password')
})
