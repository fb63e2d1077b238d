import type { Analytics } from './analytics'
import { element } from './element'
import type { Formats } from './formats'

/**
 * @returns the card of revenue by channel: horizontal bars, the longest being the largest channel.
 *   Names and values are text, so that the bars themselves need no alternative.
 */
export function renderChannelBars(
  channels: Analytics['revenueByChannel'],
  formats: Formats,
): HTMLElement {
  const total = channels.reduce((sum, { value }) => sum + value, 0)
  const largest = Math.max(...channels.map(({ value }) => value))
  const bar = (value: number) => {
    const filled = element('div', { class: 'bar-filled' })
    filled.style.width = `${(value / largest) * 100}%`
    return element('div', { class: 'bar', 'aria-hidden': 'true' }, filled)
  }
  return element(
    'figure',
    { class: 'card channels' },
    element('figcaption', {}, element('h2', {}, 'Revenue by channel')),
    element(
      'ul',
      { class: 'channel-bars' },
      ...channels.map(({ name, value }) =>
        element(
          'li',
          {},
          element('span', { class: 'channel-name' }, name),
          ' ',
          element('span', { class: 'channel-value' }, formats.compactMoney(value)),
          ' ',
          element('span', { class: 'channel-share' }, formats.percent(value / total)),
          bar(value),
        ),
      ),
    ),
  )
}
