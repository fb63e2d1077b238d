import type { Row } from '../../contract/sample-analytics/analytics'
import type { Kind } from '../../contract/sample-analytics/kinds'
import { changeText, element } from './element'
import type { Formats } from './formats'

/** @returns the card with the table of the largest parts of the reported month. */
export function renderRowTable(
  kind: Kind,
  rows: Row[],
  previousMonth: string,
  formats: Formats,
): HTMLElement {
  const { title, heading: first, count: second, amount: third } = kind.rows
  const write = formats.units[kind.months.of.unit].long
  const heading = (text: string, name?: string) =>
    element('th', { scope: 'col', class: name }, text)
  const row = ({ name, count, amount }: Row) => {
    const change = formats.relativeChange(amount)
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', { class: 'count' }, formats.count(count)),
      element('td', {}, write(amount.value)),
      element('td', {}, changeText(change.text, change.direction, kind.higherIsBetter)),
    )
  }
  return element(
    'section',
    { class: 'card rows', 'aria-labelledby': 'rows-title' },
    element('h2', { id: 'rows-title' }, title),
    element(
      'table',
      { 'aria-labelledby': 'rows-title' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heading(first),
          heading(second, 'count'),
          heading(third),
          heading(`vs ${previousMonth}`),
        ),
      ),
      element('tbody', {}, ...rows.map(row)),
    ),
  )
}
