import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Route as signIn } from '../../routes/_signed-out/signin'
import { Route as inviteTeam } from '../../routes/dashboard/_admin/invite-team'
import { Route as dashboard } from '../../routes/dashboard/main'
import { httpError } from '../../src/api/send'
import { watchForChunkErrors } from '../../src/shell/chunk-errors'
import { openApp, openAs } from '../support/render-app'

const broken = { is: true, by: new Error('A screen broke') }

function Screen() {
  if (broken.is) throw broken.by
  return <p>It works</p>
}

const failure = () => screen.findByRole('heading', { name: 'Unexpected Application Error!' })

beforeEach(() => {
  broken.is = true
  broken.by = new Error('A screen broke')
  for (const { options } of [signIn, inviteTeam, dashboard]) {
    vi.spyOn(options, 'component').mockImplementation(Screen)
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('an error of a screen leaves the frame around it, a way back, another page, and a retry', async () => {
  const { user } = await openAs('admin', '/dashboard/invite-team')
  await failure()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Invite Team')
  const back = await screen.findByRole('link', { name: 'Back to the dashboard' })
  expect(back.getAttribute('href')).toBe('/dashboard/default')
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  await screen.findByRole('form', { name: 'Update Profile' })
  await user.click(screen.getByRole('link', { name: 'Invite Team' }))
  await failure()
  broken.is = false
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('It works')
})

test('an error of a member’s screen leaves the frame around it, and shows the request id of a failed call', async () => {
  const headers = { 'X-Request-Id': '4f6a-of_the=proxy' }
  broken.by = await httpError(new Response('', { status: 500, headers }), 'getProfile')
  await openAs('member', '/dashboard/main')
  await failure()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
  screen.getByRole('navigation', { name: 'Main' })
  await screen.findByText('4f6a-of_the=proxy')
})

test('signed out, the way back leads to the sign-in', async () => {
  openApp('/signin')
  await failure()
  const back = await screen.findByRole('link', { name: 'Go to sign in' })
  expect(back.getAttribute('href')).toBe('/signin')
})

test('a retry reloads the app after a chunk failed to load', async () => {
  onTestFinished(watchForChunkErrors())
  const { user } = await openAs('admin', '/dashboard/invite-team')
  await failure()
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  const again = () => user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Try again' })
  // Offline it would end on the browser's error page.
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await again()
  expect(window.location.reload).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  await failure()
  await again()
  await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce())
})
