import type { Analytics } from '../../contract/sample-analytics/analytics'
import type { Kind } from '../../contract/sample-analytics/kinds'
import { element } from './element'
import type { Formats } from './formats'

/**
 * @returns the card of the reported month's parts: horizontal bars, the longest being the largest part.
 *   Names and values are text, so that the bars themselves need no alternative.
 */
export function renderPartBars(
  kind: Kind,
  parts: Analytics['parts'],
  formats: Formats,
): HTMLElement {
  const write = formats.units[kind.months.of.unit].short
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const largest = Math.max(...parts.map(({ value }) => value))
  const bar = (value: number) => {
    const filled = element('div', { class: 'bar-filled' })
    filled.style.width = `${(value / largest) * 100}%`
    return element('div', { class: 'bar', 'aria-hidden': 'true' }, filled)
  }
  return element(
    'figure',
    { class: 'card parts' },
    element('figcaption', {}, element('h2', {}, kind.parts.title)),
    element(
      'ul',
      { class: 'part-bars' },
      ...parts.map(({ name, value }) =>
        element(
          'li',
          {},
          element('span', { class: 'part-name' }, name),
          ' ',
          element(
            'span',
            { class: 'part-figures' },
            element('span', { class: 'part-value' }, write(value)),
            ' ',
            element('span', { class: 'part-share' }, formats.percent(value / total)),
          ),
          bar(value),
        ),
      ),
    ),
  )
}
