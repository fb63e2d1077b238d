import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { profileExample } from '../support/examples'
import { fakeTime } from '../support/fake-time'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const lifetime = 600
const aMinute = 60_000
const ended = 'The link of this view has ended.'
const linkOf = (number: number) => `/embed/eyJhbGciOi.eyJleHAiOj.link-${number}#theme=transparent`

const frames = () => [...document.querySelectorAll('iframe')]
const isBehind = (frame: Element) => frame.closest('[inert]') !== null
const addresses = () => frames().map((frame) => frame.getAttribute('src'))
/** How many links were asked for beside the profile's. */
let asked = 0

beforeEach(async () => {
  await signedInAs('member')
  asked = 0
  serveLinks()
})

/** From here on the server answers a new link each time. */
function serveLinks(): void {
  api.server.use(
    http.post('*/api/dashboards/link/', () => {
      asked += 1
      return HttpResponse.json({ iframe: linkOf(asked), expires_in: lifetime })
    }),
  )
}

function failLinks(): void {
  api.server.use(
    http.post('*/api/dashboards/link/', () => {
      asked += 1
      return HttpResponse.error()
    }),
  )
}

/** Opens the main dashboard, whose link is good for ten minutes from now on. */
async function openDashboard({ isExtension = true } = {}) {
  if (isExtension) withSettings({ extensions: ['dashboards'] })
  const profile = profileExample({
    organization: {
      org_iframe: linkOf(0),
      org_iframe_expires_in: lifetime,
      dashboards: [{ dashboard_id: 'overview', name: 'Overview' }],
    },
  })
  api.server.use(http.get('*/api/profile/', () => HttpResponse.json(profile)))
  const time = fakeTime({ clocks: true })
  openApp('/dashboard/main')
  await time.until(() => expect(frames()).toHaveLength(1))
  const pass = (milliseconds: number) => act(() => time.pass(milliseconds))
  // What is loaded when the browser is idle.
  await pass(1_000)
  await vi.dynamicImportSettled()
  await pass(1_000)
  return {
    ...time,
    pass,
    /** Waits until so many links were asked for, and what came of it shows. */
    askedFor: async (count: number) => {
      await time.until(() => expect(asked).toBe(count))
      await pass(50)
    },
  }
}

/** Somebody clicks into the frame: the focus leaves the window. */
function useFrame(): void {
  act(() => {
    frames()[0]?.focus()
    window.dispatchEvent(new Event('blur'))
  })
}

function setVisible(isVisible: boolean): void {
  const spy = vi
    .spyOn(document, 'visibilityState', 'get')
    .mockReturnValue(isVisible ? 'visible' : 'hidden')
  onTestFinished(() => spy.mockRestore())
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('a frame that nobody has used', () => {
  test('gets another link a minute before its own ends, unseen until that shows', async () => {
    const { pass, askedFor } = await openDashboard()
    const [first] = frames()
    await pass(9 * aMinute - 5_000)
    expect(asked).toBe(0)
    await pass(5_000)
    await askedFor(1)
    expect(addresses()).toEqual([linkOf(0), linkOf(1)])
    const [shown, next] = frames()
    expect(shown).toBe(first)
    expect(frames().map(isBehind)).toEqual([false, true])
    await pass(3_000)
    expect(frames()).toEqual([next])
    expect(frames().map(isBehind)).toEqual([false])
    expect(screen.queryByText(ended)).toBeNull()
  })

  test('is renewed for hours, and leaves nothing behind', async () => {
    const { pass, askedFor } = await openDashboard()
    await pass(9 * aMinute)
    const timers: number[] = []
    for (let count = 1; count <= 20; count += 1) {
      await askedFor(count)
      await pass(5_000)
      expect(addresses()).toEqual([linkOf(count)])
      timers.push(vi.getTimerCount())
      await pass(9 * aMinute - 5_000)
    }
    expect(timers.at(-1)).toBe(timers[0])
  })

  test('is left alone in a hidden tab, and renewed as soon as that shows', async () => {
    const { pass, askedFor } = await openDashboard()
    setVisible(false)
    await pass(60 * aMinute)
    expect(asked).toBe(0)
    setVisible(true)
    await askedFor(1)
    expect(screen.queryByText(ended)).toBeNull()
    await pass(3_000)
    expect(addresses()).toEqual([linkOf(1)])
  })

  test('says that its link has ended while there is no network, and is renewed with it', async () => {
    const { pass, askedFor } = await openDashboard()
    failLinks()
    await pass(9 * aMinute)
    await askedFor(1)
    expect(screen.queryByText(ended)).toBeNull()
    await pass(aMinute)
    await screen.findByText(ended)
    const failures = asked
    expect(failures).toBeLessThan(5)
    serveLinks()
    await pass(30_000)
    window.dispatchEvent(new Event('online'))
    await askedFor(failures + 1)
    await pass(3_000)
    expect(screen.queryByText(ended)).toBeNull()
    expect(addresses()).toEqual([linkOf(failures + 1)])
  })

  test('stays while another one behind it does not load', async () => {
    const { pass, askedFor } = await openDashboard()
    const [first] = frames()
    const hold = (event: Event) => event.stopImmediatePropagation()
    document.addEventListener('load', hold, true)
    onTestFinished(() => document.removeEventListener('load', hold, true))
    await pass(9 * aMinute)
    await askedFor(1)
    expect(frames()).toHaveLength(2)
    await pass(15_000)
    expect(frames()).toEqual([first])
    await pass(30_000)
    await askedFor(2)
    document.removeEventListener('load', hold, true)
  })

  test('keeps what it shows when it is used while another one loads', async () => {
    const { pass, askedFor } = await openDashboard()
    const [first] = frames()
    await pass(9 * aMinute)
    await askedFor(1)
    useFrame()
    await pass(5_000)
    expect(frames()).toEqual([first])
  })

  test.each([-60, 60])(
    'goes by no clock of the visitor’s: it is put %s minutes on',
    async (minutes) => {
      const { pass } = await openDashboard()
      vi.setSystemTime(Date.now() + minutes * aMinute)
      await pass(minutes < 0 ? 8 * aMinute : 0)
      expect(asked).toBe(0)
      expect(screen.queryByText(ended)).toBeNull()
    },
  )
})

describe('a frame that was used', () => {
  test('is never touched; at the end of its link a bar says so', async () => {
    const { pass } = await openDashboard()
    const [first] = frames()
    useFrame()
    await pass(10 * aMinute - 5_000)
    expect(screen.queryByText(ended)).toBeNull()
    await pass(5_000)
    screen.getByText(ended)
    expect(asked).toBe(0)
    expect(frames()).toEqual([first])
  })

  test('starts over where that is asked for, with a link of its own', async () => {
    const { pass, askedFor } = await openDashboard()
    useFrame()
    await pass(11 * aMinute)
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    await askedFor(1)
    expect(addresses()).toEqual([linkOf(1)])
    expect(screen.queryByText(ended)).toBeNull()
  })

  test('says so where it can’t start over', async () => {
    const { pass, askedFor } = await openDashboard()
    failLinks()
    useFrame()
    await pass(11 * aMinute)
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    await askedFor(1)
    await screen.findByText(/could not be reloaded/)
    expect(addresses()).toEqual([linkOf(0)])
  })
})

test('without the extension nothing is asked for or said', async () => {
  const { pass } = await openDashboard({ isExtension: false })
  useFrame()
  await pass(60 * aMinute)
  expect(asked).toBe(0)
  expect(screen.queryByText(ended)).toBeNull()
})
