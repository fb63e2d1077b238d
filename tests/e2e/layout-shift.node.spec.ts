import { expect, type Page } from '@playwright/test'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'

/** Each screen, and what shows once everything has come. */
const screens = [
  ['/signin', 'Sign in'],
  ['/register', 'Create an account'],
  ['/forgot-password', 'Forgot password'],
  ['/reset-password/a-token', 'Reset password'],
  ['/orginisation', 'Your organization'],
  ['/dashboard/main', 'Acme Analytics Overview'],
  ['/dashboard/default', 'Subscription Activity'],
  ['/dashboard/pricing', 'Scale'],
  ['/dashboard/subscription', 'Subscription Activity'],
  ['/dashboard/profile', 'Update Profile'],
  ['/dashboard/invite-team', 'Good to know'],
  ['/dashboard/no/such', 'Unexpected Application Error!'],
] as const

interface Shift {
  score: number
  /** What has moved, and from where to where. */
  moved: string[]
}

declare global {
  interface Window {
    shifts?: Shift[]
  }
}

/** Runs in the page, before any script of its own. */
function recordShifts(): void {
  const shifts: Shift[] = []
  window.shifts = shifts
  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const text = node?.textContent?.slice(0, 40)
        return `${node?.nodeName} "${text}": ${rect(previousRect)} -> ${rect(currentRect)}`
      })
      shifts.push({ score: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Holds requests until they are let through, group by group. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.fallback()
  })
  return release
}

/** Two frames: what was changed has been painted, and its shift reported. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )

for (const width of [1440, 390]) {
  test(`nothing moves as code, answers and font come late, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(recordShifts)
    for (const [path, shows] of screens) {
      const isSignedIn = path.startsWith('/dashboard')
      if (path === '/dashboard/main') await signInToFixedAnswers(page)
      const letCode = await hold(page, '**/assets/*.js')
      const letAnswers = await hold(page, '**/api/**')
      const letFont = await hold(page, '**/*.woff2')
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator(isSignedIn ? '.early-frame' : 'main')).toBeVisible()
      await painted(page)
      letCode()
      if (isSignedIn) {
        await expect(page.locator('.early-frame')).toHaveCount(0)
        await painted(page)
      }
      letAnswers()
      await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
      await painted(page)
      letFont()
      await fontHasCome(page)
      await painted(page)
      expect.soft(await page.evaluate(() => window.shifts), path).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
      if (isSignedIn) await signInToFixedAnswers(page)
    }
  })
}
