import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Readiness, record } from './recorder'
import type { Served, Site } from './site'

/** A slow phone, as in Lighthouse's mobile profile: kilobits a second, ms a request. */
const network = { down: 1638.4, up: 675, latency: 150 }
const cpuSlowdown = 4

/** The session of signed-in pages; the measured sites don't check it. */
export const signedIn = {
  accessToken: 'of-nobody',
  refreshToken: 'of-nobody',
  isOrganizationAdmin: 'true',
}

export interface Visit {
  path: string
  ready: Readiness
  storage?: Record<string, string>
}

/** The costs of one cold visit: times in ms, sizes in transferred bytes. */
export interface VisitResult {
  firstPaint: number
  largestPaint: number
  ready: number
  /** JavaScript requested before the page was ready, and the number of all requests. */
  scriptBytes: number
  requests: number
  pageBytes: number
  /** Of the whole visit: fonts load once the page is interactive. */
  fontBytes: number
  /** The parts of tasks beyond 50 ms, until 2 s after the page was ready. */
  blocked: number
  /** The worst burst of layout shifts, by web-vitals' rule. */
  shift: number
}

/** Throttles a page's processor, and its network on request. */
export async function throttle(page: Page, withNetwork: boolean): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  if (withNetwork) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: (network.down * 1024) / 8,
      uploadThroughput: (network.up * 1024) / 8,
    })
  }
  return devtools
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

/** The page's console message once it is ready (`recorder.ts`). */
const readyMessage = 'recording: ready'

/**
 * Waits until a page reports that it is ready. Polling would keep its main thread busier than any
 * user's.
 * @throws Error if it never is.
 */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForEvent('console', {
    predicate: (message) => message.text() === readyMessage,
    timeout: 90_000,
  })
}

/** Opens a page with empty caches on a slow phone. */
export async function visitCold(browser: Browser, site: Site, visit: Visit): Promise<VisitResult> {
  const page = await recordedPage(browser, visit)
  await throttle(page, true)
  site.takeServed()
  await Promise.all([untilReady(page), page.goto(site.origin + visit.path, { timeout: 120_000 })])
  // Late resources may still shift the layout, or block the main thread.
  await page.waitForTimeout(2_200)
  const recording = await page.evaluate(() => ({
    ...(window.recording as NonNullable<Window['recording']>),
    origin: performance.timeOrigin,
  }))
  await page.context().close()

  const ready = recording.ready ?? 0
  const served = site.takeServed()
  const early = served.filter(({ at }) => at < recording.origin + ready)
  return {
    firstPaint: recording.firstPaint,
    largestPaint: recording.largestPaint,
    ready,
    scriptBytes: bytesOf(early, 'javascript'),
    requests: early.length,
    pageBytes: early[0]?.bytes ?? 0,
    fontBytes: bytesOf(served, 'font'),
    blocked: blockedTime(recording.longTasks, ready + 2_000),
    shift: worstBurst(recording.shifts),
  }
}

const bytesOf = (served: Served[], type: string) =>
  served.filter((entry) => entry.type.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0)

function blockedTime(tasks: [start: number, duration: number][], end: number): number {
  return tasks.reduce(
    (sum, [start, duration]) =>
      sum + Math.max(0, Math.min(start + duration, end) - Math.max(start, 0) - 50),
    0,
  )
}

/** Shifts less than 1 s apart make a burst of 5 s at most. */
function worstBurst(shifts: [time: number, score: number][]): number {
  let [worst, burst, first, last] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  for (const [time, score] of shifts) {
    if (time - last > 1_000 || time - first > 5_000) {
      burst = 0
      first = time
    }
    burst += score
    last = time
    worst = Math.max(worst, burst)
  }
  return worst
}
