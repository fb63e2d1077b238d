import { expect } from '@playwright/test'
import { signedInPages } from '../support/pages'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

// WCAG 2.2, 2.4.11. `keyboard-walk.node.spec.ts` goes forwards.

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.slow()

/** In the page. Focuses the last control of the page's content. @returns whether there is one. */
function focusLast(): boolean {
  const controls = document.querySelectorAll<HTMLElement>(
    'main :is(a[href], button:enabled, input:enabled, select:enabled, [tabindex="0"])',
  )
  const last = [...controls].findLast((element) => element.checkVisibility())
  last?.focus()
  return last !== undefined
}

/** In the page. @returns what has the focus within the content, and whether the top bar is above it; null: nothing. */
function describeFocused() {
  const element = document.activeElement
  if (!element?.closest('main') || element.matches('main')) return null
  const { left, top, width } = element.getBoundingClientRect()
  // A frame's and a scroller's upper edge may be out of sight.
  const isHigh = element.matches('iframe, section')
  const hit = isHigh ? null : document.elementFromPoint(left + width / 2, top + 1)
  const name = element.ariaLabel ?? (element.textContent.trim() || element.id)
  return { name, isCovered: Boolean(hit?.closest('header')), isAbove: !isHigh && top < 0 }
}

const [wide, narrow] = [
  { width: 1024, height: 600 },
  { width: 390, height: 700 },
] as const

test('going backwards, the focus is never below the top bar', async ({ page }) => {
  await openSignedIn(page, 'admin')
  for (const { path, shows } of signedInPages) {
    await page.setViewportSize(wide)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: shows }).first()).toBeVisible()
    await expect(page.locator('main [data-unsettled], main [data-waiting]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      if (!(await page.evaluate(focusLast))) continue
      for (;;) {
        const stop = await page.evaluate(describeFocused)
        if (!stop) break
        const at = `${path}, ${viewport.width} px wide`
        expect.soft(stop, at).toMatchObject({ isCovered: false, isAbove: false })
        await page.keyboard.press('Shift+Tab')
      }
    }
  }
})
