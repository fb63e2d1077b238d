import { expect, type Locator, type Page } from '@playwright/test'

declare global {
  interface Window {
    stops?: HTMLElement[]
  }
}

/**
 * Presses Tab from the beginning of the page, or of its main part, to its end, and Shift and Tab back. Expects that every
 * control gets the focus in reading order, in sight, with a ring and below nothing. A frame is the last one.
 */
export async function walkByTab(page: Page, start: 'body' | 'main'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Tab comes to a toast last, and goes back to where it was.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  const count = await page.evaluate(startBefore, start)
  const turns = Array.from({ length: count }, (_, index) => index)
  for (const index of turns) {
    await page.keyboard.press('Tab')
    await expectStop(page, index)
  }
  if ((await page.locator('iframe').count()) > 0) return
  for (const index of turns.slice(0, -1).reverse()) {
    await page.keyboard.press('Shift+Tab')
    await expectStop(page, index)
  }
}

/** Expects the focus at a stop. Polled, because the one before it may still be scrolling out of sight. */
async function expectStop(page: Page, index: number): Promise<void> {
  await expect.poll(() => page.evaluate(problemOf, index), `stop ${index + 1}`).toBeNull()
}

/** In the page. Lists what Tab is to come to, and lets it begin before that. @returns how many there are. */
function startBefore(start: string): number {
  const part = document.querySelector<HTMLElement>(start)
  const controls =
    'a[href], button:enabled, input:enabled:not([type=radio]:not(:checked)), select:enabled, textarea:enabled, iframe, [tabindex="0"]'
  window.stops = [...(part?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'),
  )
  window.scrollTo(0, 0)
  if (start === 'body') document.body.tabIndex = -1
  part?.focus({ preventScroll: true })
  document.body.removeAttribute('tabindex')
  return window.stops.length
}

/** In the page. @returns why the focus can't be seen at a stop; null: it can. */
function problemOf(index: number): string | null {
  const stop = window.stops?.[index]
  const element = document.activeElement
  if (!element || element !== stop) {
    return `${element?.outerHTML.slice(0, 200)} has the focus, not ${stop?.outerHTML.slice(0, 200)}`
  }
  if (element.matches('iframe')) return null
  // The ring may be the label's, which is drawn instead of the field.
  const hasRing = [element, element.closest('label')].some((candidate) => {
    if (!candidate) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  if (!hasRing) return `${element.outerHTML} has no ring`
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + (height > 200 ? 8 : height / 2))
  if (!hit) return `${element.outerHTML} is out of sight`
  const isShown = element.contains(hit) || hit.contains(element)
  return isShown ? null : `${hit.outerHTML} lies above ${element.outerHTML}`
}

/** Goes to `target` by Tab, or back to it by Shift and Tab; fails when it doesn't get there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    const way = await target.evaluate((element) => {
      const { activeElement } = document
      if (element === activeElement) return 'there'
      const position = activeElement?.compareDocumentPosition(element) ?? 0
      return position & Node.DOCUMENT_POSITION_PRECEDING ? 'back' : 'on'
    })
    if (way === 'there') return
    await page.keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab')
  }
  await expect(target).toBeFocused()
}
