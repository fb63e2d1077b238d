import type { Figure } from '../../contract/sample-analytics/analytics'
import { changeText, element } from './element'
import type { Formats } from './formats'

/** @returns the four cards at the top of the page, each with its change against the month before. */
export function renderKeyFigures(
  figures: Figure[],
  previousMonth: string,
  formats: Formats,
): HTMLElement {
  const card = ({ label, unit, comparison, higherIsBetter }: Figure) => {
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
    )
  }
  return element('dl', { class: 'key-figures' }, ...figures.map(card))
}
