import type { Analytics, Comparison } from './analytics'
import { changeText, element } from './element'
import type { Change, Formats } from './formats'

/** @returns the four cards at the top of the page, each with its change against the month before. */
export function renderKeyFigures(
  figures: Analytics['figures'],
  previousMonth: string,
  formats: Formats,
): HTMLElement {
  const card = (
    label: string,
    figure: Comparison,
    write: (value: number) => string,
    compare: (figure: Comparison) => Change,
    higherIsBetter: boolean,
  ) => {
    const change = compare(figure)
    return element(
      'div',
      { class: 'card key-figure' },
      element('dt', {}, label),
      element('dd', { class: 'value' }, write(figure.value)),
      element(
        'dd',
        {},
        changeText(change.text, change.direction, higherIsBetter),
        element('span', { class: 'against' }, ` vs ${previousMonth}`),
      ),
    )
  }
  return element(
    'dl',
    { class: 'key-figures' },
    card('Revenue', figures.revenue, formats.compactMoney, formats.relativeChange, true),
    card('Active customers', figures.customers, formats.count, formats.relativeChange, true),
    card('Churn', figures.churn, formats.precisePercent, formats.pointChange, false),
    card('NPS', figures.netPromoterScore, formats.count, formats.countChange, true),
  )
}
