import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  addresses,
  aMinute,
  clickInto,
  ended,
  failLinks,
  frames,
  holdFrames,
  linkOf,
  openDashboard,
  reloadOfBar,
  serveLinks,
  setVisible,
} from '../support/open-dashboard'
import { signedInAs } from '../support/render-app'
import { spyOnReplace } from '../support/spy-on-frame'
import { api } from '../support/test-api'

/*
 * What happens in a day to a dashboard that stays open (D74).
 */

let asked: string[] = []

beforeEach(async () => {
  await signedInAs('member')
  asked = serveLinks()
})

/** Counts the listeners that window and document have. */
function countListeners(): () => number {
  let count = 0
  for (const target of [window, document]) {
    const [add, remove] = [target.addEventListener, target.removeEventListener]
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: unknown[]) => {
      count += 1
      Reflect.apply(add, target, given)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: unknown[]) => {
      count -= 1
      Reflect.apply(remove, target, given)
    })
  }
  onTestFinished(() => void vi.restoreAllMocks())
  return () => count
}

test('after 20 renewals there are as many frames, listeners and timers as after one', async () => {
  const { pass, askedFor } = await openDashboard(asked)
  const listeners = countListeners()
  await pass(9 * aMinute)
  const counts: number[][] = []
  for (let count = 1; count <= 20; count += 1) {
    await askedFor(count)
    await pass(5_000)
    counts.push([frames().length, listeners(), vi.getTimerCount()])
    await pass(9 * aMinute - 5_000)
  }
  expect(addresses()[0]).toBe(linkOf(20))
  expect(counts[0]?.[0]).toBe(1)
  expect(new Set(counts.map(String)).size).toBe(1)
})

test.each([
  ['whose clocks go on', true],
  ['whose monotonic clock stands still', false],
])('a laptop %s during sleep says so when it wakes, and gets a new link', async (_, isCounted) => {
  const { pass, askedFor } = await openDashboard(asked)
  // No timer runs meanwhile.
  const { now } = performance
  const asleep = 3 * 60 * aMinute
  vi.setSystemTime(Date.now() + asleep)
  if (isCounted)
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + asleep)
  onTestFinished(() => void vi.restoreAllMocks())
  act(() => void window.dispatchEvent(new Event('focus')))
  screen.getByText(ended)
  await askedFor(1)
  await pass(3_000)
  expect(addresses()).toEqual([linkOf(1)])
  expect(screen.queryByText(ended)).toBeNull()
})

test.each([-60, 60])('a clock that is %s minutes off changes nothing', async (minutes) => {
  vi.setSystemTime(Date.now() + minutes * aMinute)
  const { pass, askedFor } = await openDashboard(asked)
  await pass(9 * aMinute - 5_000)
  expect(asked).toEqual([])
  await pass(5_000)
  await askedFor(1)
})

test('a clock set back by an hour meanwhile changes nothing', async () => {
  const { pass, askedFor } = await openDashboard(asked)
  vi.setSystemTime(Date.now() - 60 * aMinute)
  await pass(9 * aMinute - 5_000)
  expect(asked).toEqual([])
  await pass(5_000)
  await askedFor(1)
})

test('a session that ends meanwhile leads to the sign-in, like any other call', async () => {
  const { pass, until, address } = await openDashboard(asked)
  failLinks(asked, () => new HttpResponse(null, { status: 401 }))
  api.server.use(http.post('*/api/token/refresh/', () => new HttpResponse(null, { status: 401 })))
  await pass(9 * aMinute)
  await until(() => expect(address()).toMatch(/^\/signin/))
  expect(frames()).toEqual([])
})

test('a new theme reaches both frames while another link loads behind', async () => {
  const { pass, askedFor } = await openDashboard(asked)
  holdFrames()
  await pass(9 * aMinute)
  await askedFor(1)
  const replaces = frames().map(spyOnReplace)
  fireEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
  expect(replaces.map((replace) => replace.mock.calls.flat().map((to) => String(to)))).toEqual([
    [expect.stringMatching(/link-0#theme=night$/)],
    [expect.stringMatching(/link-1#theme=night$/)],
  ])
})

test('a slow frame behind takes over once it has loaded', async () => {
  const { pass, askedFor } = await openDashboard(asked)
  const [first] = frames()
  const release = holdFrames()
  await pass(9 * aMinute)
  await askedFor(1)
  await pass(10_000)
  expect(frames()[0]).toBe(first)
  release()
  fireEvent.load(frames()[1] as Element)
  await pass(2_900)
  expect(frames()[0]).toBe(first)
  await pass(100)
  expect(addresses()).toEqual([linkOf(1)])
})

test('a tab hidden for hours without network catches up when both are back', async () => {
  const { pass, askedFor } = await openDashboard(asked)
  clickInto()
  fireEvent.focus(document.body)
  act(() => (document.activeElement as HTMLElement).blur())
  setVisible(false)
  failLinks(asked)
  await pass(4 * 60 * aMinute)
  expect(asked).toEqual([])
  setVisible(true)
  screen.getByText(ended)
  fireEvent.click(reloadOfBar())
  await askedFor(1)
  await screen.findByText(/could not be reloaded/)
  serveLinks(asked)
  fireEvent.click(reloadOfBar())
  await askedFor(2)
  expect(addresses()).toEqual([linkOf(2)])
})
