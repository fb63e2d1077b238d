import { expect, type Page } from '@playwright/test'
import { noSuchPage, signedInPages, signedOutPages } from '../../support/pages'
import { signInToFixedAnswers } from './fixed-answers'
import { hold, holdScripts } from './scripts'
import { settled } from './settled'
import { startInTheme } from './theme'

/** The signed-out ones first. */
const screens = [...signedOutPages, ...signedInPages, noSuchPage]

/** Keeps answers from the page until they are let. Runs in the page, after `signInToFixedAnswers`. */
function holdAnswers(): void {
  if (window !== window.top) return
  const { fetch } = window
  const held = new Promise<void>((resolve) => {
    window.letAnswers = resolve
  })
  window.fetch = async (...request) => {
    await held
    return fetch(...request)
  }
}

interface Shift {
  score: number
  /** Moved elements, with their old and new places. */
  moved: string[]
}

declare global {
  interface Window {
    shifts?: Shift[]
    letAnswers?: () => void
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
      // The browser counts a text that is another width beside its edge, where nothing has moved. The icon beside
      // the organisation's link moves with the port, which is random: its digits differ in width from font to font.
      const hasMoved = entry.sources.some(
        ({ node, previousRect: from, currentRect: to }) =>
          rect(from) !== rect(to) && !node?.parentElement?.closest('dd button'),
      )
      if (entry.hadRecentInput || !hasMoved) continue
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const text = node?.textContent?.slice(0, 40)
        return `${node?.nodeName} "${text}": ${rect(previousRect)} -> ${rect(currentRect)}`
      })
      shifts.push({ score: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page. @returns the texts in sight, with their places. */
function describeTexts(): string[] {
  const seen: string[] = []
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const hasText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
    if (!hasText || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue
    const { x, y, width, height } = element.getBoundingClientRect()
    if (width <= 1 || y > innerHeight) continue
    seen.push(`${element.innerText} ${[x, y, width, height].map(Math.round).join(' ')}`)
  }
  return seen.sort()
}

/** Two frames: changes have been painted, and their shift reported. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )

/** How a screen is looked at. */
interface Look {
  width: number
  theme: 'light' | 'dark'
  /** The score that a shift may have. 0.1 in all is what browsers call good. */
  mostShift?: number
}

/** Expects that nothing moves on screens whose code, answers and font arrive late. */
export async function expectNothingMoves(page: Page, look: Look): Promise<void> {
  const { width, theme, mostShift = 0 } = look
  // Stops animations.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await startInTheme(page, theme)
  await page.setViewportSize({ width, height: 900 })
  await page.addInitScript(recordShifts)
  for (const { path, shows } of screens) {
    const isSignedIn = path.startsWith('/dashboard')
    const isPrerendered = path !== noSuchPage.path
    // The code of the team's table comes later than the page's, and so does that of the profile's tabs.
    const staysAlike = isPrerendered && path !== '/dashboard/invite-team' && !path.includes('?tab=')
    if (path === '/dashboard/main') {
      await signInToFixedAnswers(page)
      await page.addInitScript(holdAnswers)
    }
    const letCode = await holdScripts(page)
    const letFont = await hold(page, '**/*.woff2')
    await page.goto(path, { waitUntil: 'commit' })
    const early = isSignedIn ? '.early-admin' : '.early-nobody'
    if (isPrerendered) await expect(page.locator(early)).toBeVisible()
    await painted(page)
    const before = await page.evaluate(describeTexts)
    letCode()
    await page.waitForFunction(
      () => document.querySelector('main') && !document.querySelector('.early'),
    )
    await painted(page)
    const after = await page.evaluate(describeTexts)
    if (staysAlike) expect.soft(after, `${path} before its code`).toEqual(before)
    await page.evaluate(() => window.letAnswers?.())
    await page.getByRole('heading', { name: shows, exact: true }).waitFor()
    await painted(page)
    letFont()
    await settled(page, shows)
    await painted(page)
    const shifts = await page.evaluate(() => window.shifts ?? [])
    const larger = shifts.filter(({ score }) => score > mostShift)
    expect.soft(larger, path).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  }
}
