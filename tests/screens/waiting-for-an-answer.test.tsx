import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { watchForChunkErrors } from '../../src/shell/chunk-errors'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { fakeTime } from '../support/fake-time'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

/** A call that waits for what a test answers. */
interface Held {
  answer: (response: Response) => Promise<void>
  signal: AbortSignal
}

/** From here on each call of a kind waits for an answer of its own. @returns those that came. */
function hold(name: 'getProfile' | 'getPricing' | 'getSubscriptionActivity'): Held[] {
  const held: Held[] = []
  const { path } = calls[name]
  api.server.use(
    http.get(
      `*${path}`,
      ({ request }) =>
        new Promise<Response>((resolve) => {
          held.push({
            answer: (response) => act(async () => resolve(response)),
            signal: request.signal,
          })
        }),
    ),
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
  ['/dashboard/profile', 'getProfile', 'Loading your profile…'],
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

test('of two tries the second one’s answer shows, and the focus goes along', async () => {
  serve({ pricing: plans, activity: [] })
  const held = hold('getProfile')
  const time = fakeTime()
  openApp('/dashboard/subscription')
  await time.until(() => screen.getByText('Loading your plan…'))
  await time.until(() => expect(held).toHaveLength(1))
  await act(() => time.pass(10_000))
  tryAgain().focus()
  await act(() => tryAgain().click())
  await time.until(() => expect(held).toHaveLength(2))
  const [first, second] = held as [Held, Held]
  const profileOn = (plan: string) => HttpResponse.json(profileWith(planNamed(plan)))
  const findPlan = () => screen.getByRole('heading', { name: 'Growth', level: 2 })
  await second.answer(profileOn('Growth'))
  await time.until(findPlan)
  await first.answer(profileOn('Starter'))
  await time.until(findPlan)
  expect(document.activeElement).toBe(findPlan())
})

test('leaving the screen aborts a try', async () => {
  serve({ profile: profileWith(null), activity: [] })
  const held = hold('getPricing')
  const time = fakeTime()
  const { goTo } = openApp('/dashboard/pricing')
  await time.until(() => expect(held).toHaveLength(1))
  await act(() => time.pass(10_000))
  await act(() => tryAgain().click())
  await time.until(() => expect(held).toHaveLength(2))
  await act(() => goTo('/dashboard/invite-team'))
  await waitFor(() => expect(held.map(({ signal }) => signal.aborted)).toEqual([true, true]))
})

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
