import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses Tab from the beginning of the page, or of its main part, to its end.
 * @param stops the names of all that gets the focus on the way, in order. Each must then be in sight,
 *   with a ring and below nothing. A frame is one stop, and the last.
 */
export async function walkByTab(
  page: Page,
  stops: readonly string[],
  start: 'body' | 'main',
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // One comes to a toast last, and goes back to where one was.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  // Tab continues from the last click or focus.
  await page.evaluate((from) => {
    window.scrollTo(0, 0)
    if (from === 'main') return document.querySelector('main')?.focus({ preventScroll: true })
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  }, start)
  for (const [index, name] of stops.entries()) {
    await page.keyboard.press('Tab')
    // The element that had the focus may still be scrolling out of sight.
    await expect
      .poll(() => page.evaluate(describeFocus), `stop ${index + 1}`)
      .toEqual({ name, problem: null })
  }
  expect(await page.evaluate(namesBehindFocus), 'what comes after the last stop').toEqual([])
}

/** Goes back from the last control of the page's content, and expects that the top bar covers none on the way. */
export async function walkBack(page: Page, at: string): Promise<void> {
  if (!(await page.evaluate(focusLast))) return
  for (;;) {
    const stop = await page.evaluate(describePlace)
    if (!stop) return
    expect.soft(stop, at).toMatchObject({ isCovered: false, isAbove: false })
    await page.keyboard.press('Shift+Tab')
  }
}

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
function describePlace() {
  const element = document.activeElement
  if (!element?.closest('main') || element.matches('main')) return null
  const { left, top, width } = element.getBoundingClientRect()
  // A frame's and a scroller's upper edge may be out of sight.
  const isHigh = element.matches('iframe, section')
  const hit = isHigh ? null : document.elementFromPoint(left + width / 2, top + 1)
  const name = element.ariaLabel ?? (element.textContent.trim() || element.id)
  return { name, isCovered: Boolean(hit?.closest('header')), isAbove: !isHigh && top < 0 }
}

/** @returns the names of all that Tab comes to in a part of the page, in reading order. */
export function stopsIn(part: Locator): Promise<string[]> {
  const controls =
    'a[href], button:enabled, input:enabled:not([type=radio]:not(:checked)), select:enabled, textarea:enabled, [tabindex="0"]'
  return part.locator(controls).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
        const [label] = 'labels' in element ? ((element as HTMLInputElement).labels ?? []) : []
        const text = element.ariaLabel ?? (labelledBy ?? label ?? element).textContent
        return text.replace(/\s+/g, ' ').trim()
      }),
  )
}

/**
 * Presses Tab from the first field of a form until the focus has left the form.
 * @returns what lies between one field and the next, other than a button that belongs to the field before
 *   it, such as the one that shows a password.
 */
async function strayStopsIn(form: Locator): Promise<string[]> {
  const page = form.page()
  await form.locator('input, select, textarea').locator('visible=true').first().focus()
  const strays: string[] = []
  let waiting: string[] = []
  let field = ''
  for (;;) {
    const stop = await form.evaluate(describeStop)
    if (!stop) return strays
    if (stop.isField) {
      strays.push(...waiting)
      waiting = []
      field = stop.id
    } else if (stop.controls !== field) waiting.push(stop.text)
    await page.keyboard.press('Tab')
  }
}

/** Expects Tab to go from field to field in every form that shows. @returns the forms' names. */
export async function expectFieldByField(part: Page | Locator): Promise<string[]> {
  const names: string[] = []
  for (const form of await part.getByRole('form').all()) {
    const name = (await form.getAttribute('aria-label')) ?? ''
    expect(await strayStopsIn(form), `between the fields of '${name}'`).toEqual([])
    names.push(name)
  }
  return names
}

/** In the page. @returns what has the focus in a form; null: nothing there has it. */
function describeStop(form: Element) {
  const element = document.activeElement
  if (!element || !form.contains(element)) return null
  return {
    id: element.id,
    isField: element.matches('input, select, textarea'),
    controls: element.getAttribute('aria-controls'),
    text: element.textContent.trim(),
  }
}

/** In the page. @returns the other elements that Tab reaches. */
function namesBehindFocus(): string[] {
  const { activeElement } = document
  const selector =
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, iframe, [tabindex="0"]'
  return [...document.querySelectorAll(selector)]
    .filter(
      (element) =>
        activeElement?.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    .map((element) => element.outerHTML)
}

/** In the page. @returns the focused element, and why it isn't visible; null if nothing has the focus. */
function describeFocus(): { name: string; problem: string | null } | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  if (element instanceof HTMLIFrameElement) return { name: element.title, problem: null }
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
  const labelledBy = element.getAttribute('aria-labelledby')
  const name =
    element.ariaLabel ??
    (labelledBy && document.getElementById(labelledBy)?.textContent) ??
    (isField ? element.labels?.[0]?.textContent : element.textContent) ??
    ''
  const tidyName = name.replace(/\s+/g, ' ').trim()

  // The ring may be the label's, which is drawn instead of the field.
  const ringed = [element, element.closest('label')].some((candidate) => {
    if (!candidate) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  if (!ringed) return { name: tidyName, problem: 'it has no ring' }
  const { left, top, width, height } = element.getBoundingClientRect()
  const isRegion = height > 200
  const hit = document.elementFromPoint(left + width / 2, top + (isRegion ? 8 : height / 2))
  if (!hit) return { name: tidyName, problem: 'it is out of sight' }
  const shown = element.contains(hit) || hit.contains(element)
  return { name: tidyName, problem: shown ? null : 'something lies above it' }
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
