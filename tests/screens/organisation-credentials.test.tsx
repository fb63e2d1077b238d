import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { failureLines } from '../support/failure-lines'
import { openApp, settled } from '../support/render-app'
import { api } from '../support/test-api'

const found = 'Organization exists. Please enter your login details.'
const failed = 'Login failed. Please check your credentials.'
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const signIn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' })

/** Comes by way of the organisation's address and fills the credentials in. */
async function filledIn(values: { email?: string; password?: string } = {}) {
  const app = openApp('/orginisation/acme-analytics')
  await screen.findByText(found)
  const { email: address = demoMember.email, password: secret = demoPassword } = values
  if (address) await app.user.type(email(), address)
  if (secret) await app.user.type(password(), secret)
  api.requests.length = 0
  return app
}

describe('signing in through the organisation', () => {
  test('stores the session and opens the dashboard at once, as a new document', async () => {
    const { user } = await filledIn({ email: ` ${demoMember.email.toUpperCase()} ` })
    await user.click(signIn())
    await waitFor(() =>
      expect(vi.mocked(window.location.replace).mock.calls).toEqual([['/dashboard/default']]),
    )
    expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
    expect(localStorage.getItem('isOrganizationAdmin')).toBe('false')
    expect(localStorage.getItem('sessionNotKept')).toBeNull()
    expect(signIn().getAttribute('aria-disabled')).toBe('true')
    fireEvent.submit(screen.getByRole('form', { name: 'Sign in to your organization' }))
    await settled()
    expect(api.requests).toEqual(['POST /api/login/'])
  })

  test('requires both credentials, and focuses the first', async () => {
    const { user } = await filledIn({ email: '', password: '' })
    await user.click(signIn())
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Please enter your email.',
      'Please enter your password.',
    ])
    expect(document.activeElement).toBe(email())
    expect(screen.queryByText(found)).toBeNull()
    expect(api.requests).toEqual([])
  })

  test.each([
    ['an unknown address', 'nobody@acme.test', demoPassword],
    ['a wrong password', demoMember.email, 'not-the-password'],
  ])('fails with the same text for %s, and keeps the input', async (_, address, secret) => {
    const { user } = await filledIn({ email: address, password: secret })
    await user.click(signIn())
    expect(await failureLines()).toEqual([failed])
    expect(screen.queryByText(found)).toBeNull()
    expect(email().value).toBe(address)
    expect(password().value).toBe(secret)
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(window.location.replace).not.toHaveBeenCalled()
    expect(api.requests).toEqual(['POST /api/login/'])
  })
})
