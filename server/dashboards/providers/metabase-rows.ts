import * as v from 'valibot'
import { isCurrency } from '../../../contract/money'
import {
  type Figure,
  type FigureColumn,
  type FigureFormat,
  type FigureTable,
  product,
} from '../../api/dashboards'
import { isLongNumber } from './long-numbers'
import {
  columnSettingsOf,
  cut,
  type MetabaseCard,
  nameOf,
  type Settings,
  settingsSchema,
} from './metabase-cards'

/** Rows of a card. Metabase answers with as many at most, and with 2,000 of a query that doesn't aggregate. */
const mostRows = 10_000
const mostColumns = 100
const longestText = 1_000

/** The result of a card: a key figure, a table, or the reason why there is neither. */
export type CardFigures = { figure: Figure } | { table: FigureTable } | { reason: string }

/** Reasons why a card has no figures, for readers of a mail. */
export const reasons = {
  failed: 'Its query failed.',
  otherThanRows: 'It answered something else than rows.',
  noNumber: 'It showed no number.',
}

const optionalText = v.fallback(v.nullable(v.string()), null)
const column = v.object({
  name: v.string(),
  display_name: optionalText,
  id: v.fallback(v.nullable(v.number()), null),
  base_type: optionalText,
  // `details-only`: Metabase shows the column in the view of one row, and in no table.
  visibility_type: optionalText,
  semantic_type: optionalText,
  settings: settingsSchema,
  // Metabase's remapping: another column has the names of this column's ids, or the other way round.
  remapped_to: optionalText,
  remapped_from: optionalText,
})
const list = v.custom<readonly unknown[]>(Array.isArray)
const answered = v.object({
  status: v.literal('completed'),
  data: v.object({ cols: v.array(column), rows: list }),
})
const failed = v.object({ error: v.pipe(v.unknown(), v.check(Boolean)) })

type Column = v.InferOutput<typeof column>
type Cell = string | number | null

/**
 * Reads what a card's query has brought, from the answer that the frame draws.
 *
 * Its values are raw: numbers are JSON numbers, before any format, so that a figure can be compared with that of the
 * last mail. It lists the columns, with what they are. Metabase's download (`…/json`) doesn't. With
 * `format_rows=true` each value is a text as Metabase writes it, `{"Count": "100"}`. With `format_rows=false`, which
 * 49.3 is the first to know, it is a number; but in both a row is an object: from nine columns on their order is
 * lost, columns with one title overwrite each other, and a result without rows has no columns
 * (`streaming-results-writer :json` of its streaming/json.clj).
 *
 * Source: Metabase, `transform-qp-result` of its metabase/public_sharing/api.clj, and embed_test.clj of its tests:
 * `{data: {cols, rows}, status: 'completed'}`, with the status 202; for a query that failed `{status: 'failed',
 * error, error_type}`, with the same.
 * @param answer to `GET /api/embed/dashboard/:token/dashcard/:id/card/:id`.
 */
export function figuresOfCard(card: MetabaseCard, answer: unknown): CardFigures {
  const parsed = v.safeParse(answered, answer)
  if (!parsed.success) {
    return { reason: v.is(failed, answer) ? reasons.failed : reasons.otherThanRows }
  }
  const { cols, rows } = parsed.output.data
  if (!rows.every(Array.isArray)) return { reason: reasons.otherThanRows }
  const read = (rows as readonly (readonly unknown[])[]).slice(0, mostRows)
  return isFigure(card.display) ? figureOf(card, cols, read) : tableOf(card, cols, read)
}

const isFigure = (display: string) =>
  ['scalar', 'smartscalar', 'progress', 'gauge'].includes(display)

/**
 * Source: Metabase, its visualizations Scalar, Gauge, Progress and SmartScalar: a scalar shows `scalar.field` of the
 * first row, or else its first column; a gauge its first column; a progress bar `progress.value`; a trend
 * (`smartscalar`) the last row that has `scalar.field`. The latter two take the first column with numbers if the setting is
 * missing.
 */
function figureOf(
  { name, display, settings }: MetabaseCard,
  cols: readonly Column[],
  rows: readonly (readonly unknown[])[],
): CardFigures {
  const field = settings[display === 'progress' ? 'progress.value' : 'scalar.field']
  const named = display === 'gauge' ? -1 : cols.findIndex((one) => one.name === field)
  const isNumeric = (_: Column, index: number) => rows.some((row) => numberOf(row[index]) !== null)
  const takesFirst = display === 'scalar' || display === 'gauge'
  const index = named >= 0 || takesFirst ? Math.max(0, named) : cols.findIndex(isNumeric)
  const hasNumber = (row: readonly unknown[]) => numberOf(row[index]) !== null
  const row = display === 'smartscalar' ? rows.findLast(hasNumber) : rows[0]
  const cell = row?.[index]
  const value = numberOf(cell)
  const shown = cols[index]
  if (value === null || !shown) return { reason: reasons.noNumber }
  const { format, currency, factor } = formatOf(shown, settingsOf(shown, settings))
  const isLong = factor === 1 && typeof cell === 'string' && isLongNumber(cell)
  const digits = isLong ? { digits: cell } : {}
  return { figure: { name, value: times(value, factor), ...digits, format, currency } }
}

function tableOf(
  { name, display, settings }: MetabaseCard,
  cols: readonly Column[],
  rows: readonly (readonly unknown[])[],
): CardFigures {
  const shown = shownColumns(display, settings, cols)
    .slice(0, mostColumns)
    .flatMap((index) => {
      const one = cols[index]
      if (!one) return []
      const cells = rows.map((row) => cellOf(row[index]))
      return [columnOf(one, settingsOf(one, settings), cells)]
    })
  return {
    table: {
      name,
      columns: shown.map(({ column }) => column),
      rows: rows.map((_, index) => shown.map(({ cells }) => cells[index] ?? null)),
    },
  }
}

const charts = ['bar', 'row', 'line', 'area', 'combo', 'scatter', 'waterfall']

/**
 * @returns the indices of the columns that the card shows, in its order: a query may bring more.
 * Source: Metabase, `export-column-order` of its query_processor/streaming.clj, for tables and for columns that stand
 * for others; `getVisibleTableData` of its visible-table-data.ts; its settings `graph.…` and `pie.…` for charts.
 */
function shownColumns(display: string, settings: Settings, cols: readonly Column[]): number[] {
  const indices = new Map<unknown, number>(cols.map(({ name }, index) => [name, index]))
  const chosen = chosenNames(display, settings).map((name) => indices.get(name))
  const isWhole = chosen.length > 0 && !chosen.includes(undefined)
  const all = isWhole ? chosen.map((index) => index ?? 0) : cols.map((_, index) => index)
  // A chart draws what its settings name, and the view of one row (`object`) shows everything.
  const showsDetails = display === 'object' || (isWhole && display !== 'table')
  const shown = all.filter(
    (index) => showsDetails || cols[index]?.visibility_type !== 'details-only',
  )
  const standing = shown.flatMap((index) => {
    const { remapped_to = null, remapped_from = null } = cols[index] ?? {}
    if (remapped_to !== null) return [indices.get(remapped_to) ?? index]
    return remapped_from === null ? [index] : []
  })
  return [...new Set(standing)]
}

function chosenNames(display: string, settings: Settings): unknown[] {
  if (display === 'table') {
    const listed = settings['table.columns']
    const isListed = Array.isArray(listed)
    return isListed ? listed.filter((one) => one?.enabled !== false).map((one) => one?.name) : []
  }
  if (display === 'pie') return [settings['pie.dimension'], settings['pie.metric']].flat()
  if (!charts.includes(display)) return []
  return [settings['graph.dimensions'], settings['graph.metrics']].flat()
}

/** @returns a column's settings: those of its model, overridden by the card's. */
function settingsOf(one: Column, settings: Settings): Settings {
  const ofCard = Object.entries(columnSettingsOf(settings)).filter(([key]) => isKeyOf(one, key))
  return Object.assign({}, one.settings, ...ofCard.map(([, value]) => value))
}

function isKeyOf(one: Column, key: string): boolean {
  let parsed: unknown
  try {
    parsed = JSON.parse(key)
  } catch {
    return false
  }
  if (!Array.isArray(parsed)) return false
  const [kind, reference] = parsed
  if (kind === 'name') return reference === one.name
  if (kind !== 'ref' || !Array.isArray(reference) || reference[0] !== 'field') return false
  return reference[1] === one.name || (one.id !== null && reference[1] === one.id)
}

/**
 * Percent and currency only where Metabase surely writes them: a currency that isn't set for the column is the
 * site's, which embedding doesn't tell.
 * Source: Metabase, `number-formatter` of its formatter.clj: `number_style`, `currency`, and `scale`, by which it
 * multiplies; a share is multiplied by 100 as well.
 */
function formatOf(
  { semantic_type }: Column,
  { number_style: style, currency, scale }: Settings,
): { format: FigureFormat; currency: string | null; factor: number } {
  const factor = typeof scale === 'number' && Number.isFinite(scale) ? scale : 1
  const isUnset = style === undefined || style === null
  if (style === 'percent' || (isUnset && semantic_type === 'type/Percentage')) {
    return { format: 'percent', currency: null, factor: factor * 100 }
  }
  const isMoney = style === 'currency' || (isUnset && semantic_type === 'type/Currency')
  if (isMoney && typeof currency === 'string' && isCurrency(currency)) {
    return { format: 'currency', currency: currency.toUpperCase(), factor }
  }
  return { format: 'number', currency: null, factor }
}

/** A number that names a row. Metabase writes it without separators. */
const isIdentifier = ({ semantic_type }: Column) =>
  semantic_type === 'type/PK' || semantic_type === 'type/FK'

function columnOf(
  one: Column,
  settings: Settings,
  cells: readonly Cell[],
): { column: FigureColumn; cells: readonly Cell[] } {
  const title = settings.column_title
  const name = nameOf(
    typeof title === 'string' && title.trim() !== '' ? title : (one.display_name ?? one.name),
  )
  const filled = cells.filter((cell) => cell !== null)
  if (isNumeric(one, filled) && !isIdentifier(one)) {
    const { format, currency, factor } = formatOf(one, settings)
    const numbers = cells.map((cell) =>
      cell === null || (factor === 1 && typeof cell === 'string')
        ? cell
        : times(Number(cell), factor),
    )
    return { column: { name, format, currency }, cells: numbers }
  }
  const areDays = filled.length > 0 && filled.every((cell) => midnight.test(String(cell)))
  const texts = cells.map((cell) => {
    if (cell === null) return null
    return areDays ? String(cell).slice(0, '2026-11-02'.length) : String(cell)
  })
  return { column: { name, format: 'text', currency: null }, cells: texts }
}

/** @param filled the column's cells that aren't empty. A text of digits is a number only where the column has numbers. */
function isNumeric({ base_type }: Column, filled: readonly Cell[]): boolean {
  const isNumber = (cell: Cell) => typeof cell === 'number'
  return (
    filled.every((cell) => isNumber(cell) || isLongNumber(String(cell))) &&
    (filled.some(isNumber) || (filled.length > 0 && numericTypes.test(base_type ?? '')))
  )
}

const numericTypes = /^type\/(?:Number|\w*Integer|Float|Decimal)$/

/** A day, week, month or year is the instant of its beginning. */
const midnight = /^\d{4}-\d{2}-\d{2}T00:00:00(?:\.0+)?(?:Z|[+-]\d{2}:\d{2})?$/

const times = (value: number, factor: number) => (factor === 1 ? value : product(value, factor))

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  // JSON's 1e999 is infinite.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value), longestText)
}

/** @returns a value as a number; null for anything else. Numbers beyond 2^53 are texts. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  return /^-?\d{1,40}$/.test(value) || isLongNumber(value) ? Number(value) : null
}
