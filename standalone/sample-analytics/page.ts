import type { Analytics, Point } from '../../contract/sample-analytics/analytics'
import type { Kind } from '../../contract/sample-analytics/kinds'
import { type ChartCard, renderChartCard } from './chart-card'
import { element } from './element'
import type { Formats } from './formats'
import { renderKeyFigures } from './key-figures'
import { renderPartBars } from './part-bars'
import { renderRowTable } from './row-table'

/** The page's cards, and those with charts still to draw. */
export interface Cards {
  all: HTMLElement[]
  months: ChartCard
  weeks: ChartCard
}

/**
 * @param name the organisation's.
 * @param onFilter receives the selected option; null for all.
 * @returns the top of the page, whose filter stays when the cards are replaced.
 */
export function renderHeader(
  name: string,
  kind: Kind,
  month: string,
  onFilter: (chosen: string | null) => void,
): HTMLElement {
  const { label, all, options } = kind.filter
  const filter = element(
    'select',
    { id: 'filter' },
    element('option', { value: '' }, all),
    ...options.map((option) => element('option', {}, option)),
  )
  filter.addEventListener('change', () => onFilter(filter.value || null))
  return element(
    'header',
    {},
    element('h1', { class: 'visually-hidden' }, name),
    element('p', { class: 'month' }, month),
    element('p', { class: 'badge' }, 'Sample data'),
    element('p', { class: 'explanation' }, 'Invented figures, not your own.'),
    element(
      'label',
      { class: 'filter' },
      element('span', { class: 'filter-name' }, label),
      element('span', { class: 'choice' }, filter),
    ),
  )
}

/** Builds the cards without their canvases. */
export function renderCards(kind: Kind, analytics: Analytics, formats: Formats): Cards {
  const previousMonth = formats.shortMonth(analytics.months.at(-2)?.start ?? analytics.month)
  const months = renderChartCard({
    place: 'months',
    title: kind.months.title,
    ...described(
      `Bar chart of ${kind.months.what}`,
      analytics.months,
      formats.mediumMonth,
      formats.units[kind.months.of.unit].long,
    ),
    columns: ['Month', kind.months.title],
  })
  const weeks = renderChartCard({
    place: 'weeks',
    title: kind.weeks.title,
    ...described(
      `Line chart of ${kind.weeks.what}`,
      analytics.weeks,
      formats.shortDay,
      formats.units[kind.weeks.of.unit].long,
    ),
    columns: ['Week from', kind.weeks.title],
  })
  return {
    all: [
      renderKeyFigures(analytics.figures, previousMonth, formats),
      months.figure,
      renderPartBars(kind, analytics.parts, formats),
      weeks.figure,
      renderRowTable(kind, analytics.rows, previousMonth, formats),
    ],
    months,
    weeks,
  }
}

/** @returns the replacement for the cards if there is no data. */
export function renderRefusal(reason: string): HTMLElement {
  return element(
    'p',
    { class: 'card refusal', role: 'alert' },
    element('strong', {}, 'There is no data to show.'),
    ` ${reason}`,
  )
}

function described(
  what: string,
  points: Point[],
  writePeriod: (start: Date) => string,
  writeValue: (value: number) => string,
) {
  const rows = points.map(({ start, value }): [string, string] => [
    writePeriod(start),
    writeValue(value),
  ])
  const [[firstPeriod, firstValue] = [], [lastPeriod, lastValue] = []] = [rows[0], rows.at(-1)]
  return {
    rows,
    summary: `${what}: from ${firstValue} (${firstPeriod}) to ${lastValue} (${lastPeriod}).`,
  }
}
