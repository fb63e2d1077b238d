import type { Analytics, Point } from './analytics'
import { renderChannelBars } from './channel-bars'
import { type ChartCard, renderChartCard } from './chart-card'
import { element } from './element'
import type { Formats } from './formats'
import { renderKeyFigures } from './key-figures'
import { renderProductsTable } from './products-table'

/** The page's content, and the cards in which charts are still to be drawn. */
export interface Page {
  content: HTMLElement
  revenue: ChartCard
  customers: ChartCard
}

/**
 * Builds the page without its canvases.
 *
 * @param name the organisation's name
 */
export function renderPage(name: string, analytics: Analytics, formats: Formats): Page {
  const { figures, revenueByMonth, customersByWeek } = analytics
  const previousMonth = formats.shortMonth(revenueByMonth.at(-2)?.start ?? analytics.month)
  const revenue = renderChartCard({
    place: 'revenue',
    title: 'Revenue by month',
    ...described('Bar chart of revenue', revenueByMonth, formats.mediumMonth, formats.money),
    columns: ['Month', 'Revenue'],
  })
  const customers = renderChartCard({
    place: 'customers',
    title: 'Weekly active customers',
    ...described(
      'Line chart of active customers',
      customersByWeek,
      formats.shortDay,
      formats.count,
    ),
    columns: ['Week from', 'Active customers'],
  })
  const content = element(
    'div',
    { class: 'tray' },
    element(
      'header',
      {},
      element('h1', {}, name),
      element('p', { class: 'badge' }, 'Sample data'),
      element(
        'p',
        { class: 'explanation' },
        `${formats.longMonth(analytics.month)}. Invented figures, not your own.`,
      ),
    ),
    renderKeyFigures(figures, previousMonth, formats),
    revenue.figure,
    renderChannelBars(analytics.revenueByChannel, formats),
    customers.figure,
    renderProductsTable(analytics.topProducts, previousMonth, formats),
  )
  return { content, revenue, customers }
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
