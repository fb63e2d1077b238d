import { act, screen } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { watchForChunkErrors } from '../../src/shell/chunk-errors'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { fakeTime } from '../support/fake-time'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

/** From here on calls of a kind get no answer. @returns those that came. */
function hold(name: 'getProfile' | 'getPricing' | 'getSubscriptionActivity'): Request[] {
  const held: Request[] = []
  api.server.use(
    http.get(`*${calls[name].path}`, ({ request }) => {
      held.push(request)
      return new Promise<Response>(() => {})
    }),
  )
  return held
}

const note = () => screen.queryByText('This is taking longer than usual.')
const tryAgain = () => screen.getByRole('button', { name: 'Try again' })

beforeEach(async () => {
  await signedInAs('admin')
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test.each([
  ['/dashboard/main', 'getProfile', 'Loading Dashboard...'],
  ['/dashboard/pricing', 'getPricing', 'Loading...'],
  ['/dashboard/pricing', 'getProfile', 'Loading...'],
  ['/dashboard/subscription', 'getSubscriptionActivity', 'Loading subscription activity…'],
] as const)(
  'at %s, an answer to %s that takes more than 10 s shows a note and can be retried',
  async (path, name, loading) => {
    serve({ pricing: plans, profile: profileWith(planNamed('Growth')), activity: [] })
    const held = hold(name)
    const time = fakeTime()
    openApp(path)
    await time.until(() => screen.getByText(loading))
    await time.until(() => expect(held).toHaveLength(1))
    await act(() => time.pass(9_000))
    expect(note()).toBeNull()
    const regions = screen.getAllByRole('status')
    await act(() => time.pass(1_000))
    // A region that was there is listened to.
    expect(regions).toContain(note())
    screen.getByText(loading)
    await act(() => tryAgain().click())
    await time.until(() => expect(held).toHaveLength(2))
    expect(held[0]?.signal.aborted).toBe(true)
    const isBusy = () => tryAgain().getAttribute('aria-busy')
    expect(isBusy()).toBe('true')
    await act(() => time.pass(10_000))
    expect(isBusy()).toBeNull()
  },
)

test('a banner says that the network is gone, until it is back, and offers to reload where a new deployment has removed code; the page keeps its state', async () => {
  onTestFinished(watchForChunkErrors())
  const setOnline = (isOnline: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }
  const offline = 'You’re offline.'
  serve({ profile: profileWith(null) })
  const { user } = openApp('/dashboard/profile')
  const name = await screen.findByLabelText<HTMLInputElement>('Full Name')
  await user.type(name, '!')
  expect(screen.queryByText(offline)).toBeNull()
  setOnline(false)
  expect(screen.getByText(offline).closest('[role="status"]')).not.toBeNull()
  const banner = screen.getByRole('region', { name: 'Connection' })
  expect(screen.getByRole('main').contains(banner)).toBe(true)
  setOnline(true)
  expect(screen.queryByText(offline)).toBeNull()
  const event = new Event('vite:preloadError', { cancelable: true })
  act(() => void window.dispatchEvent(event))
  // The router has to hear of it, too: it reloads where a page's code is gone.
  expect(event.defaultPrevented).toBe(false)
  expect(window.location.reload).not.toHaveBeenCalled()
  expect(name.value).toBe('Priya Sharma!')
  await user.click(await screen.findByRole('button', { name: 'Reload' }))
  expect(window.location.reload).toHaveBeenCalledOnce()
})
