import * as v from 'valibot'

const longestName = 200

/** Metabase's settings of a card or a column, of which we read a few. */
export type Settings = Readonly<Record<string, unknown>>

export interface MetabaseCard {
  /** The ids of its place on the dashboard and of its query: numbers in addresses. */
  dashcardId: number
  cardId: number
  name: string
  /** `scalar`, `table`, `bar` and so on. */
  display: string
  settings: Settings
}

/** The schema of settings, which are empty if Metabase answers something else. */
export const settingsSchema = v.fallback(v.record(v.string(), v.unknown()), {})

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const text = v.fallback(v.string(), '')
const position = v.fallback(v.number(), 0)

const card = v.object({
  id: number,
  name: text,
  display: text,
  visualization_settings: settingsSchema,
})

const dashcard = v.object({
  id: number,
  card,
  // Further queries in the same chart.
  series: v.fallback(v.array(card), []),
  dashboard_tab_id: v.fallback(v.nullable(v.number()), null),
  row: position,
  col: position,
  visualization_settings: settingsSchema,
  // A button.
  action: v.fallback(v.unknown(), null),
})

const dashboard = v.object({
  dashcards: v.array(v.unknown()),
  tabs: v.fallback(v.array(v.object({ id: v.number() })), []),
})

type Dashcard = v.InferOutput<typeof dashcard>

/**
 * Texts, headings, links and buttons have no query, and are left out.
 *
 * Source: Metabase, `public-dashboard` of its metabase/public_sharing/api.clj, which embedding uses as well
 * (metabase/embedding/api/common.clj), and embed_test.clj of its tests: `dashcards` with `id`, `card`, `series`,
 * `row`, `col`, `dashboard_tab_id`, `visualization_settings` and `action`; of a card `id`, `name`, `display` and
 * `visualization_settings`, while a text's is empty and its settings have a `virtual_card`; `tabs` in their order.
 * @param answer to `GET /api/embed/dashboard/:token`.
 * @returns the cards in the order of tabs, rows and columns; null if that is no dashboard.
 */
export function cardsOf(answer: unknown): MetabaseCard[] | null {
  const parsed = v.safeParse(dashboard, answer)
  if (!parsed.success) return null
  const { dashcards, tabs } = parsed.output
  const tabOf = (one: Dashcard) => tabs.findIndex(({ id }) => id === one.dashboard_tab_id)
  return dashcards
    .flatMap((one) => {
      const parsed = v.safeParse(dashcard, one)
      return parsed.success && hasQuery(parsed.output) ? [parsed.output] : []
    })
    .sort((a, b) => tabOf(a) - tabOf(b) || a.row - b.row || a.col - b.col)
    .flatMap(cardsAt)
}

function hasQuery({ card, action, visualization_settings }: Dashcard): boolean {
  return !action && card.display !== 'action' && !('virtual_card' in visualization_settings)
}

/** @returns the card at a place on the dashboard, and those that share its chart. */
function cardsAt({ id, card, series, visualization_settings }: Dashcard): MetabaseCard[] {
  const settings = merged(card.visualization_settings, visualization_settings)
  const title = settings['card.title']
  const first = {
    dashcardId: id,
    cardId: card.id,
    name: nameOf(typeof title === 'string' && title.trim() !== '' ? title : card.name),
    display: card.display,
    settings,
  }
  const others = series.map((one) => ({
    dashcardId: id,
    cardId: one.id,
    name: nameOf(one.name),
    display: one.display,
    settings: one.visualization_settings,
  }))
  return [first, ...others]
}

/** @returns a card's settings, overridden by those of its place on the dashboard, column by column. */
function merged(own: Settings, ofPlace: Settings): Settings {
  const [columns, placed] = [columnSettingsOf(own), columnSettingsOf(ofPlace)]
  const keys = Object.keys({ ...columns, ...placed })
  return {
    ...own,
    ...ofPlace,
    column_settings: Object.fromEntries(
      keys.map((key) => [key, { ...columns[key], ...placed[key] }]),
    ),
  }
}

const columnSettings = v.fallback(v.record(v.string(), settingsSchema), {})

/**
 * The settings of columns by their keys, which are JSON: `["name","revenue"]`, formerly `["ref",["field",12,null]]`.
 * Source: Metabase, column-key.ts of its metabase-lib.
 */
export function columnSettingsOf(settings: Settings): Readonly<Record<string, Settings>> {
  return v.parse(columnSettings, settings.column_settings)
}

/**
 * @returns at most `most` UTF-16 units of a text, the last being … where something is missing, without what no database keeps:
 *   null characters and halves of characters.
 */
export function cut(text: string, most: number): string {
  const kept = text.length <= most ? text : text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  const clean = kept.replaceAll('\u0000', '').toWellFormed()
  return text.length <= most ? clean : `${clean}…`
}

/** @returns the name of a card or column, cut. */
export function nameOf(text: string): string {
  return cut(text.trim() || 'Untitled', longestName)
}
