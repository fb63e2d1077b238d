const columns = ['plan_name', 'status', 'start_date', 'end_date'] as const
export type ActivityColumn = (typeof columns)[number]

export function isActivityColumn(text: unknown): text is ActivityColumn {
  return columns.some((column) => column === text)
}

/** How the activity table is sorted; it lives in the URL as `?sort=…&order=…` (D14). */
export interface ActivitySort {
  sort: ActivityColumn
  order: 'asc' | 'desc'
}

/** Newest start first (D14). */
const defaultSort: ActivitySort = { sort: 'start_date', order: 'desc' }

/** The search parameters of screens that show the table; undefined is the default. */
export interface ActivitySortSearch {
  sort?: ActivityColumn | undefined
  order?: 'asc' | 'desc' | undefined
}

/** Reads the parameters of an address; those that make no sense are left out. */
export function activitySortSearch(search: Record<string, unknown>): ActivitySortSearch {
  return {
    sort: isActivityColumn(search.sort) ? search.sort : undefined,
    order: search.order === 'asc' || search.order === 'desc' ? search.order : undefined,
  }
}

/** Dates start with the newest, everything else with the first. */
function firstOrder(column: ActivityColumn): ActivitySort['order'] {
  return column === 'start_date' || column === 'end_date' ? 'desc' : 'asc'
}

/** @returns the sort that an address asks for. */
export function activitySortOf({ sort, order }: ActivitySortSearch): ActivitySort {
  if (!sort) return { ...defaultSort, ...(order && { order }) }
  return { sort, order: order ?? firstOrder(sort) }
}
