export type SortOrder = 'asc' | 'desc'

/** How a table is sorted; it lives in the URL as `?sort=…&order=…` (D14). */
export interface TableSort<Column extends string> {
  sort: Column
  order: SortOrder
}

/** The search parameters of screens that show a table; undefined is the default. */
interface TableSortSearch<Column extends string> {
  sort?: Column | undefined
  order?: SortOrder | undefined
}

/**
 * What a table can be sorted by. Apart from the table, whose code comes later than the address.
 * @param firstOrders each column, with the order that it is sorted in first.
 * @param initial the column that counts where the address names none.
 */
export function tableSort<Column extends string>(
  firstOrders: Readonly<Record<Column, SortOrder>>,
  initial: NoInfer<Column>,
) {
  const isColumn = (text: unknown): text is Column =>
    typeof text === 'string' && Object.hasOwn(firstOrders, text)
  return {
    firstOrders,
    isColumn,
    /** Reads the parameters of an address; those that make no sense are left out. */
    search: (search: Record<string, unknown>): TableSortSearch<Column> => ({
      sort: isColumn(search.sort) ? search.sort : undefined,
      order: search.order === 'asc' || search.order === 'desc' ? search.order : undefined,
    }),
    /** @returns the sort that an address asks for. */
    of({ sort = initial, order }: TableSortSearch<Column>): TableSort<Column> {
      return { sort, order: order ?? firstOrders[sort] }
    },
  }
}

/** Of one table: see `tableSort`. */
export type TableSorting<Column extends string> = ReturnType<typeof tableSort<Column>>
