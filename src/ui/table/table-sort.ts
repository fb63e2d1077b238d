export type SortOrder = 'asc' | 'desc'

/** How a table is sorted; it lives in the URL as `?sort=…&order=…` (D14). */
export interface TableSort<Column extends string> {
  sort: Column
  order: SortOrder
}

/** The search parameters; undefined is the default. */
type TableSortSearch<Column extends string> = {
  [Name in keyof TableSort<Column>]?: TableSort<Column>[Name] | undefined
}

/**
 * Describes how a table may be sorted, for its route, whose code loads before the table's.
 * @param firstOrders the columns, each with the order that its first click sorts by.
 * @param initial the column to sort by where the address names none.
 */
export function tableSort<Column extends string>(
  firstOrders: Readonly<Record<Column, SortOrder>>,
  initial: NoInfer<Column>,
) {
  return {
    firstOrders,
    /** Reads the search parameters and drops invalid ones. */
    search: ({ sort, order }: Record<string, unknown>): TableSortSearch<Column> => ({
      sort: Object.hasOwn(firstOrders, String(sort)) ? (sort as Column) : undefined,
      order: order === 'asc' || order === 'desc' ? order : undefined,
    }),
    /** Fills in the defaults. */
    of: ({ sort = initial, order }: TableSortSearch<Column>): TableSort<Column> => ({
      sort,
      order: order ?? firstOrders[sort],
    }),
  }
}
