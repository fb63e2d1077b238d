import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import { openApp, settled } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const keep = () => screen.getByLabelText<HTMLInputElement>('Keep me logged in')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' })
const signedIn = 'Signed in. Opening your dashboard…'

/** Opens the sign-in and fills it in. */
async function filledIn(values: { email?: string; password?: string } = {}, at = '/signin') {
  const app = openApp(at)
  await screen.findByRole('heading', { name: 'Sign in' })
  await app.user.type(email(), values.email ?? demoAdmin.email)
  await app.user.type(password(), values.password ?? demoPassword)
  return app
}

describe('when it works', () => {
  // Which addresses are elsewhere: `tests/unit/same-origin-path.test.ts`.
  test.each([
    ['/signin', '/dashboard/default'],
    ['/dashboard/main', '/dashboard/main'],
    ['/signin?redirect=%2F%2Felsewhere.test', '/dashboard/default'],
  ])('a second later the app reloads: from %s at %s', async (from, to) => {
    await filledIn({}, from)
    const time = fakeTime()
    fireEvent.click(button())
    await time.until(() => screen.getByText(signedIn))
    expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
    expect(localStorage.getItem('refreshToken')).toBeTruthy()
    expect(localStorage.getItem('isOrganizationAdmin')).toBe('true')
    await time.pass(990)
    expect(window.location.replace).not.toHaveBeenCalled()
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await time.pass(10)
    expect(vi.mocked(window.location.replace).mock.calls).toEqual([[to]])
  })

  test("a session that isn't kept ends with the browser", async () => {
    const { user } = await filledIn()
    await user.click(keep())
    await user.click(button())
    await screen.findByText(signedIn)
    expect(localStorage.getItem('sessionNotKept')).toBe(localStorage.getItem('refreshToken'))
  })

  test('the address is read from what was pasted, the password is not', async () => {
    const sent = respond('login', { access: 'a', refresh: 'r', is_organization_admin: false })
    const { user } = await filledIn({
      email: 'Ada <admin\u200b@acme.test>; ',
      password: ' secret ',
    })
    await user.click(button())
    await screen.findByText(signedIn)
    expect(sent).toEqual([{ email: 'admin@acme.test', password: ' secret ' }])
    expect(localStorage.getItem('isOrganizationAdmin')).toBe('false')
  })
})

// What a text says to each failure: `tests/unit/auth-errors.test.ts`.
describe('when it fails', () => {
  test.each([' ', '\u200b'])(
    'a refused password with %j at its end gets a hint, until it is changed',
    async (end) => {
      const { user } = await filledIn({ email: demoAdmin.email, password: demoPassword + end })
      const hint = 'It begins or ends with a blank. If you pasted it, try it without.'
      expect(screen.queryByText(hint)).toBeNull()
      await user.click(button())
      const shown = await screen.findByText(hint)
      expect(password().getAttribute('aria-describedby')).toContain(shown.id)
      await user.type(password(), '{End}{Backspace}')
      expect(screen.queryByText(hint)).toBeNull()
      await user.click(button())
      await screen.findByText(signedIn)
    },
  )

  test.each([
    ['nobody@acme.test', demoPassword, 'User not found with this email.', email],
    [demoAdmin.email, 'not-the-password', 'Entered password is incorrect.', password],
  ])('the wrong field of %s and %s is named and focused', async (address, secret, text, field) => {
    const { user } = await filledIn({ email: address, password: secret })
    await user.click(button())
    const message = await screen.findByRole('alert')
    expect(message.textContent).toBe(text)
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().getAttribute('aria-describedby')).toBe(message.id)
  })

  test('an account that only a passkey opens says so', async () => {
    withSettings({ isOurServer: true, hasTwoFactor: true })
    const error = 'Please sign in with your passkey.'
    respond('login', { error, code: 'passkey_required' }, 422)
    const { user } = await filledIn()
    await user.click(button())
    await screen.findByText(error)
    screen.getByText('Login failed. Please check your entered values and try again.')
  })

  test('input stays, nobody is signed in, and a retry is possible', async () => {
    const { user } = await filledIn({ password: 'not-the-password' })
    await user.click(keep())
    await user.click(button())
    await screen.findByText('Entered password is incorrect.')
    expect([email().value, password().value]).toEqual([demoAdmin.email, 'not-the-password'])
    expect(keep().checked).toBe(false)
    expect(localStorage.getItem('accessToken')).toBeNull()
    await user.clear(password())
    await user.type(password(), demoPassword)
    await user.click(button())
    await screen.findByText(signedIn)
    expect(screen.queryByText('Entered password is incorrect.')).toBeNull()
  })

  test('blocked storage is named as the reason', async () => {
    const { user } = await filledIn()
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem: () => {},
      setItem: (key: string) => {
        // The mocked network keeps something of its own there.
        if (/token/i.test(key)) throw new DOMException('blocked', 'SecurityError')
      },
    })
    await user.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This browser blocks local storage. Allow it for this site and try again.',
    )
  })
})

test('both fields are required, and the first gets the focus', async () => {
  const { user } = openApp('/signin')
  await screen.findByRole('heading', { name: 'Sign in' })
  await user.click(button())
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Please enter your email.',
    'Please enter your password.',
  ])
  expect(document.activeElement).toBe(email())
  await user.type(email(), demoAdmin.email)
  await user.click(button())
  expect(screen.getByRole('alert').textContent).toBe('Please enter your password.')
  expect(document.activeElement).toBe(password())
  expect(password().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(api.requests).toEqual([])
})

test('the button is busy meanwhile, and a second submission is ignored, even an immediate one', async () => {
  const answer = holdAnswer(calls.login)
  const { user } = await filledIn({ password: 'not-the-password' })
  const form = screen.getByRole('form', { name: 'Sign in' })
  act(() => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  await settled()
  expect(button().getAttribute('aria-disabled')).toBe('true')
  expect(button().getAttribute('aria-busy')).toBe('true')
  await user.type(password(), '{Enter}')
  await answer()
  await screen.findByRole('alert')
  expect(button().getAttribute('aria-disabled')).toBeNull()
  expect(api.requests).toEqual(['POST /api/login/'])
})
