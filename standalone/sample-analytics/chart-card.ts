import { element } from './element'

/** The texts of a chart's card. */
export interface ChartCardContent {
  /** Class of the card, which places it on the page. */
  place: string
  title: string
  /** The chart in one sentence, for those who can't see it. */
  summary: string
  /** Headings of the two columns of the chart's table. */
  columns: [period: string, value: string]
  /** The chart's points as text, oldest first. */
  rows: [period: string, value: string][]
}

/** A chart's card: the figure, where the chart is drawn in it, and the point it reads out. */
export interface ChartCard {
  figure: HTMLElement
  plot: HTMLElement
  /** Shows one point beside the title: the one under the pointer, or else the last. */
  readOut(index: number | null): void
}

/** @returns a card for a chart, with the same points as a table for those who can't see it. */
export function renderChartCard(content: ChartCardContent): ChartCard {
  const readOut = element('p', { class: 'read-out' })
  const plot = element('div', { class: 'plot', role: 'img', 'aria-label': content.summary })
  const card: ChartCard = {
    figure: element(
      'figure',
      { class: `card ${content.place}` },
      element('figcaption', {}, element('h2', {}, content.title), readOut),
      plot,
      renderTable(content),
    ),
    plot,
    readOut(index) {
      const [period = '', value = ''] = content.rows[index ?? content.rows.length - 1] ?? []
      readOut.replaceChildren(period, ' ', element('strong', {}, value))
    },
  }
  card.readOut(null)
  return card
}

function renderTable({ title, columns, rows }: ChartCardContent): HTMLElement {
  return element(
    'div',
    { class: 'visually-hidden' },
    element(
      'table',
      {},
      element('caption', {}, title),
      element(
        'thead',
        {},
        element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name))),
      ),
      element(
        'tbody',
        {},
        ...rows.map(([period, value]) =>
          element('tr', {}, element('th', { scope: 'row' }, period), element('td', {}, value)),
        ),
      ),
    ),
  )
}
