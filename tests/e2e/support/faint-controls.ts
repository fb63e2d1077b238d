import type { Page } from '@playwright/test'
import { showInTheme } from './theme'

/**
 * In the page. Source: WCAG 2.2, 1.4.11 and the definition of contrast ratio.
 * @param least the smallest contrast ratio.
 * @returns what has less: the edges of fields and boxes, the marks of what is chosen, the icons of buttons
 *   without words, and the ring around each control that gets the focus.
 */
function findFaint(least: number): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('There is no canvas.')

  const parsed = new Map<string, number[]>()
  /** @returns red, green and blue as light, from 0 to 1, and the opacity. */
  function parse(colour: string): number[] {
    const known = parsed.get(colour)
    if (known || !canvas) return known ?? []
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
    parsed.set(colour, parts)
    return parts
  }
  const luminance = (colour: number[]) =>
    colour.slice(0, 3).reduce((sum, part, index) => {
      const light = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      return sum + light * ([0.2126, 0.7152, 0.0722][index] ?? 0)
    }, 0)
  const over = (upper: number[], lower: number[]) => {
    const opacity = upper[3] ?? 1
    return upper.map((part, index) => part * opacity + (lower[index] ?? 1) * (1 - opacity))
  }
  /** What lies under an element's content. */
  function groundOf(element: Element | null): number[] {
    if (!element) return [1, 1, 1, 1]
    const own = parse(getComputedStyle(element).backgroundColor)
    return own[3] === 1 ? own : over(own, groundOf(element.parentElement))
  }
  function contrast(colour: string, ground: number[]): number {
    const [one, other] = [luminance(over(parse(colour), ground)), luminance(ground)]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  }

  /** How clearly an element's edge, or else its surface, stands out from what is around it. */
  function edgeOf(element: Element): number {
    const around = groundOf(element.parentElement)
    const { borderTopColor, borderTopWidth, borderTopStyle, borderBottomColor, borderBottomWidth } =
      getComputedStyle(element)
    const hasBorder = borderTopWidth !== '0px' && borderTopStyle !== 'none'
    return Math.max(
      contrast(getComputedStyle(element).backgroundColor, around),
      hasBorder ? contrast(borderTopColor, around) : 1,
      borderBottomWidth !== '0px' ? contrast(borderBottomColor, around) : 1,
    )
  }

  const found: string[] = []
  const nameOf = (element: Element) => {
    const [label] = 'labels' in element ? ((element as HTMLInputElement).labels ?? []) : []
    const name = element.ariaLabel ?? (label ?? element).textContent.replace(/\s+/g, ' ').trim()
    return `${element.tagName} ${name.slice(0, 40)}`
  }
  const expectContrast = (element: Element, what: string, ratio: number) => {
    if (ratio < least) found.push(`${nameOf(element)}: ${what} ${ratio.toFixed(2)}`)
  }

  const open = document.querySelector('dialog[open]') ?? document
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.matches('[type=radio]')
  for (const element of open.querySelectorAll<HTMLElement>(
    'input, select, textarea, button, a[href], [tabindex="0"]',
  )) {
    if (!isShown(element) || element.closest('[inert]') || element.matches(':disabled')) continue
    if (element.matches('[type=radio]')) {
      // Whose look is its own, its label's, or that of what follows it.
      const mark = Math.max(
        ...[element, element.closest('label'), element.nextElementSibling].map((one) =>
          one ? edgeOf(one) : 1,
        ),
      )
      if (element.matches(':checked')) expectContrast(element, 'chosen', mark)
    } else if (element.matches('input, select, textarea')) {
      // The palette's has that of the line that it is.
      const isPlain = getComputedStyle(element).borderTopWidth === '0px'
      const edged = isPlain ? (element.parentElement ?? element) : element
      expectContrast(element, 'edge', edgeOf(edged))
      if (element.matches(':checked')) {
        const tick = getComputedStyle(element, '::before').backgroundColor
        expectContrast(element, 'tick', contrast(tick, groundOf(element)))
      }
    } else if (element.matches('[aria-selected="true"]')) {
      expectContrast(element, 'chosen', edgeOf(element))
    }
    const icon = element.querySelector('svg')
    const words = [...element.childNodes].some(
      (node) => node.nodeName !== 'svg' && node.textContent?.trim(),
    )
    if (icon && !words) {
      expectContrast(element, 'icon', contrast(getComputedStyle(icon).color, groundOf(element)))
    }

    element.focus({ preventScroll: true })
    if (document.activeElement !== element) continue
    // The palette's field always has the focus, which its caret shows.
    if (element.closest('dialog')?.ariaLabel === 'Search' && element.matches('input')) continue
    const rings = [element, element.closest('label'), element.nextElementSibling].map((one) => {
      if (!one) return 1
      const { boxShadow, borderTopColor, outlineStyle, outlineWidth, outlineColor, outlineOffset } =
        getComputedStyle(one)
      // A field's edge takes the ring's colour, and a shadow of 1 px makes it wider.
      if (boxShadow.includes(`${borderTopColor} 0px 0px 0px 1px`)) {
        return contrast(borderTopColor, groundOf(one.parentElement))
      }
      const width = Number.parseFloat(outlineWidth)
      if (outlineStyle === 'none' || width < 2) return 1
      const isInside = Number.parseFloat(outlineOffset) <= -width
      return contrast(outlineColor, groundOf(isInside ? one : one.parentElement))
    })
    expectContrast(element, 'focus', Math.max(...rings))
  }
  return found
}

/** @returns what of the page, or of its open dialog, is hard to see in either theme. */
export async function faintControls(page: Page, least: number, at: string): Promise<string[]> {
  // From then on the browser shows where the focus is.
  await page.keyboard.press('Shift')
  const found: string[] = []
  for (const theme of ['dark', 'light'] as const) {
    await showInTheme(page, theme)
    const faint = await page.evaluate(findFaint, least)
    found.push(...faint.map((words) => `${at}, ${theme}: ${words}`))
  }
  return found
}
