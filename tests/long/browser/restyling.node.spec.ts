import { expect } from '@playwright/test'
import { test } from '../../e2e/support/fixtures'
import { openSignedIn } from '../../e2e/support/session'

/** As much as this test needs of an entry of Chromium's trace. */
interface TraceEvent {
  name: string
  ts: number
  args: { elementCount?: number }
}

const marks = ['before adding', 'after adding']

// A selector such as `:has(> :first-child …)` or `:last-child *` has the whole page looked at again with each change.
test('an element added to a page restyles only itself', async ({ page, browser }) => {
  await openSignedIn(page)
  for (const path of ['/dashboard/subscription', '/dashboard/pricing', '/dashboard/profile']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] })
    const elements = await page.evaluate(async ([before = '', after = '']) => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      // What animates is styled with each frame.
      for (const animation of document.getAnimations()) animation.finish()
      await frame()
      performance.mark(before)
      for (const place of [document.body, document.querySelector('main > *')]) {
        place?.append(document.createElement('section'))
        await frame()
      }
      performance.mark(after)
      return document.querySelectorAll('*').length
    }, marks)
    const trace = JSON.parse((await browser.stopTracing()).toString())
    const events: TraceEvent[] = trace.traceEvents
    const [start = 0, end = 0] = marks.map((mark) => events.find(({ name }) => name === mark)?.ts)
    const styled = events
      .filter(({ name, ts }) => name === 'UpdateLayoutTree' && ts > start && ts < end)
      .map(({ args }) => args.elementCount ?? 0)
    expect(elements).toBeGreaterThan(120)
    expect(styled.length).toBeGreaterThan(0)
    for (const count of styled) expect(count, path).toBeLessThan(elements / 4)
  }
})
