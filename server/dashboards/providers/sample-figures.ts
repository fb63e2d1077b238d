import { generateAnalytics } from '../../../contract/sample-analytics/analytics'
import { lastCompleteMonth } from '../../../contract/sample-analytics/calendar'
import type { Kind, Unit } from '../../../contract/sample-analytics/kinds'
import { type FigureColumn, type FigureFormat, type Figures, product } from '../../api/dashboards'

const formats: Readonly<Record<Unit, FigureFormat>> = {
  money: 'currency',
  count: 'number',
  share: 'percent',
  score: 'number',
  hours: 'number',
}

/** The page's amounts of money are dollars. */
function formatOf(unit: Unit): { format: FigureFormat; currency: string | null } {
  return { format: formats[unit], currency: unit === 'money' ? 'USD' : null }
}

const text = (name: string): FigureColumn => ({ name, format: 'text', currency: null })

/** @returns the key figures, the bars and the table that the sample's page shows, unfiltered (D34). */
export function sampleFigures(kind: Kind, slug: string, now: Date): Figures {
  const { figures, parts, rows } = generateAnalytics(kind, slug, lastCompleteMonth(now))
  const amounts: FigureColumn = { name: kind.rows.amount, ...formatOf(kind.months.of.unit) }
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return {
    figures: figures.map(({ label, unit, comparison }) => ({
      // The page writes the unit behind the number.
      name: unit === 'hours' ? `${label} (hours)` : label,
      value: unit === 'share' ? product(comparison.value, 100) : comparison.value,
      ...formatOf(unit),
    })),
    tables: [
      {
        name: kind.parts.title,
        columns: [
          text(kind.parts.heading),
          amounts,
          { name: 'Share', format: 'percent', currency: null },
        ],
        // Shares are whole, as the page writes them.
        rows: parts.map(({ name, value }) => [name, value, Math.round((100 * value) / total)]),
      },
      {
        name: kind.rows.title,
        columns: [
          text(kind.rows.heading),
          amounts,
          { name: kind.rows.count, format: 'number', currency: null },
        ],
        rows: rows.map(({ name, count, amount }) => [name, amount.value, count]),
      },
    ],
    failed: [],
  }
}
