import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openApp, signedInAs } from '../support/render-app'

const broken = vi.hoisted(() => ({ is: true }))

function Screen() {
  if (broken.is) throw new Error('A screen broke')
  return <p>It works</p>
}
vi.mock('../../src/analytics/MainDashboard', () => ({ MainDashboard: Screen }))
vi.mock('../../src/auth/SignIn', () => ({ SignIn: Screen }))

beforeEach(() => {
  broken.is = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('a screen that breaks leaves an error screen with a way back', async () => {
  await signedInAs('admin')
  openApp('/dashboard/main')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  const back = screen.getByRole('link', { name: 'Back to the dashboard' })
  expect(back.getAttribute('href')).toBe('/dashboard/default')
})

test('trying again shows the screen, once it works', async () => {
  await signedInAs('admin')
  const { user } = openApp('/dashboard/main')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  screen.getByRole('heading', { name: 'Unexpected Application Error!' })

  broken.is = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('It works')
})

test('signed out, the way back is the sign-in', async () => {
  openApp('/signin')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe(
      '/signin',
    ),
  )
})
