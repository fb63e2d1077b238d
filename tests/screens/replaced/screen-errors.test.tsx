import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchForChunkErrors } from '../../../src/shell/chunk-errors'
import { openApp, signedInAs } from '../../support/render-app'

const broken = vi.hoisted(() => ({ is: true }))

function Screen() {
  if (broken.is) throw new Error('A screen broke')
  return <p>It works</p>
}
vi.mock('../../../src/analytics/MainDashboard', () => ({ MainDashboard: Screen }))
vi.mock('../../../src/team/InviteTeam', () => ({ InviteTeam: Screen }))

const failure = () => screen.findByRole('heading', { name: 'Unexpected Application Error!' })

beforeEach(() => {
  broken.is = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test.each([
  ['admin', '/dashboard/invite-team', 'Invite Team'],
  ['admin', '/dashboard/main', 'Dashboard'],
  ['member', '/dashboard/main', 'Dashboard'],
] as const)(
  "an error of the %s's screen %s leaves the frame around it",
  async (role, at, title) => {
    await signedInAs(role)
    openApp(at)
    await failure()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    screen.getByRole('navigation', { name: 'Main' })
  },
)

test('another page still works', async () => {
  await signedInAs('admin')
  const { user } = openApp('/dashboard/invite-team')
  await failure()
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  await screen.findByRole('form', { name: 'Update Profile' })
  expect(screen.queryByRole('heading', { name: 'Unexpected Application Error!' })).toBeNull()
})

test('a retry shows the screen once it works', async () => {
  await signedInAs('admin')
  const { user } = openApp('/dashboard/invite-team')
  await failure()
  broken.is = false
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('It works')
})

test('a retry reloads the app after a chunk failed to load', async () => {
  onTestFinished(watchForChunkErrors())
  await signedInAs('admin')
  const { user } = openApp('/dashboard/invite-team')
  await failure()
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce())
})
