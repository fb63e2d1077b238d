import type { Figure } from '../../contract/sample-analytics/analytics'
import { changeText, element } from './element'
import type { Formats } from './formats'

/** @returns the four cards at the top of the page, each with its change against the month before. */
export function renderKeyFigures(
  figures: Figure[],
  previousMonth: string,
  formats: Formats,
): HTMLElement {
  const card = ({ label, unit, comparison, history, higherIsBetter }: Figure) => {
    const { short, change: compare } = formats.units[unit]
    const change = compare(comparison)
    return element(
      'div',
      { class: 'card key-figure' },
      element('dt', {}, label),
      element('dd', { class: 'value' }, short(comparison.value)),
      element(
        'dd',
        {},
        changeText(change.text, change.direction, higherIsBetter),
        element('span', { class: 'against' }, ` vs ${previousMonth}`),
      ),
      element('dd', { class: 'spark', 'aria-hidden': 'true' }, drawSparkline(history)),
    )
  }
  return element('dl', { class: 'key-figures' }, ...figures.map(card))
}

/** Draws a line of a figure's history, with a dot at its end. It fills 92 by 34 pixels, between its lowest and highest value. */
function drawSparkline(history: number[]): SVGElement {
  const [lowest, highest] = [Math.min(...history), Math.max(...history)]
  const points = history.map((value, index): [x: number, y: number] => [
    2 + (86 * index) / (history.length - 1),
    30 - (26 * (value - lowest)) / (highest - lowest || 1),
  ])
  const [endX, endY] = points.at(-1) ?? [0, 0]
  return shape(
    'svg',
    { width: 92, height: 34 },
    shape('polyline', { points: points.join(' ') }),
    shape('circle', { cx: endX, cy: endY, r: 3 }),
  )
}

function shape(
  tag: 'svg' | 'polyline' | 'circle',
  attributes: Record<string, string | number>,
  ...children: SVGElement[]
): SVGElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value))
  node.append(...children)
  return node
}
