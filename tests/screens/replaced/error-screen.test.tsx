import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { httpError } from '../../../src/api/send'
import { openApp, signedInAs } from '../../support/render-app'

const broken = vi.hoisted(() => ({ is: true, by: new Error('A screen broke') }))

function Screen() {
  if (broken.is) throw broken.by
  return <p>It works</p>
}
vi.mock('../../../src/analytics/MainDashboard', () => ({ MainDashboard: Screen }))
vi.mock('../../../src/auth/SignIn', () => ({ SignIn: Screen }))

beforeEach(() => {
  broken.is = true
  broken.by = new Error('A screen broke')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('a screen that throws shows an error screen with a way back', async () => {
  await signedInAs('admin')
  openApp('/dashboard/main')
  const heading = await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  const back = await screen.findByRole('link', { name: 'Back to the dashboard' })
  // It has the focus, maybe, since before the rest of the screen had come.
  expect(heading.isConnected).toBe(true)
  expect(back.getAttribute('href')).toBe('/dashboard/default')
})

test('a retry shows the screen once it works', async () => {
  await signedInAs('admin')
  const { user } = openApp('/dashboard/main')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  screen.getByRole('heading', { name: 'Unexpected Application Error!' })

  broken.is = false
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('It works')
})

test('signed out, the way back leads to the sign-in', async () => {
  openApp('/signin')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe(
      '/signin',
    ),
  )
})

test('a call that failed on the server shows its request id, and nothing else', async () => {
  await signedInAs('admin')
  const failureOf = (id: string) =>
    httpError(new Response('', { status: 500, headers: { 'X-Request-Id': id } }), 'getProfile')
  expect((await failureOf('call <b>us</b>')).requestId).toBeUndefined()
  expect((await failureOf('x'.repeat(65))).requestId).toBeUndefined()
  broken.by = await failureOf('4f6a-of_the=proxy')
  openApp('/dashboard/main')
  await screen.findByText('4f6a-of_the=proxy')
})
