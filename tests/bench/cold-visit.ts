import type { Browser, Page } from '@playwright/test'

/** The session of signed-in pages; the measured sites don't check it. */
export const signedIn = {
  accessToken: 'of-nobody',
  refreshToken: 'of-nobody',
  isOrganizationAdmin: 'true',
}

/** When a page counts as ready: all given conditions hold at once. */
interface Readiness {
  /** Selects elements, one of which must be visible. */
  visible: string
  /** Text that this element must contain. */
  text?: string
  /** React has hydrated the element: a prerendered button is visible long before it responds. */
  interactive?: boolean
  /** Selects an element that must be in the page, visible or not. */
  present?: string
}

export interface Visit {
  path: string
  ready: Readiness
  storage?: Record<string, string>
}

/** The times of a page, in ms since the navigation started. */
interface Recording {
  firstPaint: number
  largestPaint: number
  /** [start, duration] of each task of more than 50 ms. */
  longTasks: [number, number][]
  ready: number
}

declare global {
  interface Window {
    recording?: Recording
  }
}

/** The costs of one cold visit, in ms. */
export interface VisitResult extends Omit<Recording, 'longTasks'> {
  /** The parts of tasks beyond 50 ms, until 2 s after the page was ready. */
  blocked: number
}

/**
 * Runs in the page, before its own scripts.
 * @param storage the initial contents of local storage.
 */
function record([readiness, storage]: [Readiness, Record<string, string>]): void {
  if (window.top !== window || !location.protocol.startsWith('http')) return
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const recording: Recording = { firstPaint: 0, largestPaint: 0, longTasks: [], ready: 0 }
  window.recording = recording

  const watch = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
    })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') recording.firstPaint = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => {
    recording.largestPaint = entry.startTime
  })
  watch('longtask', (entry) => recording.longTasks.push([entry.startTime, entry.duration]))

  const isReady = (element: Element) => {
    const box = element.getBoundingClientRect()
    return (
      box.width > 0 &&
      box.height > 0 &&
      (element.textContent ?? '').includes(readiness.text ?? '') &&
      (!readiness.interactive ||
        Object.keys(element).some((key) => key.startsWith('__reactProps'))) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const look = () => {
    const found = [...document.querySelectorAll(readiness.visible)].some(isReady)
    if (!found || (readiness.present && !document.querySelector(readiness.present))) {
      return requestAnimationFrame(look)
    }
    // A message is delivered after the current frame is rendered.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      recording.ready = performance.now()
      console.debug('recording: ready')
    }
    port2.postMessage(0)
  }
  requestAnimationFrame(look)
}

/** Makes a page as slow as on a phone, as in Lighthouse's mobile profile: its processor, and its network on request. */
export async function throttle(page: Page, withNetwork: boolean): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  if (!withNetwork) return
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1638.4 * 1024) / 8,
    uploadThroughput: (675 * 1024) / 8,
  })
}

/** A page that records itself. tsx wraps named functions in a helper that the page doesn't have. */
export async function recordedPage(browser: Browser, visit: Visit): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript({ content: 'globalThis.__name = (value) => value' })
  await page.addInitScript(record, [visit.ready, visit.storage ?? {}] as [
    Readiness,
    Record<string, string>,
  ])
  return page
}

/**
 * Waits until a page reports that it is ready. Polling would keep its main thread busier than any
 * user's.
 * @throws Error if it never is.
 */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForEvent('console', {
    predicate: (message) => message.text() === 'recording: ready',
    timeout: 90_000,
  })
}

/** Opens a page with empty caches on a slow phone. */
export async function visitCold(
  browser: Browser,
  origin: string,
  visit: Visit,
): Promise<VisitResult> {
  const page = await recordedPage(browser, visit)
  await throttle(page, true)
  await Promise.all([untilReady(page), page.goto(origin + visit.path, { timeout: 120_000 })])
  // Late resources may still block the main thread.
  await page.waitForTimeout(2_200)
  const { longTasks, ...times } = await page.evaluate(() => window.recording as Recording)
  await page.context().close()
  return { ...times, blocked: blockedTime(longTasks, times.ready + 2_000) }
}

function blockedTime(tasks: [start: number, duration: number][], end: number): number {
  return tasks.reduce(
    (sum, [start, duration]) =>
      sum + Math.max(0, Math.min(start + duration, end) - Math.max(start, 0) - 50),
    0,
  )
}
