import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

test('text typed when the session expired returns to the form for the same user', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await signedInAs('admin')
  const { user, goTo } = openApp('/dashboard/invite-team')
  await user.type(await screen.findByRole('textbox', { name: /^Enter Email/ }), 'lin@people.test')
  localStorage.setItem('accessToken', 'expired')
  api.faults = { latency: 0, failures: { refreshToken: 401 } }
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  api.faults = { latency: 0, failures: {} }
  await signedInAs('admin')
  await goTo('/dashboard/invite-team')
  await waitFor(() => expect(screen.getByDisplayValue('lin@people.test')).toBeTruthy())
})
