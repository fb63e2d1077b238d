/** How a table is sorted; it lives in the address as `?sort=…&order=…` (D14). What is undefined is as usual. */
export interface TableSort {
  /** A column's id. */
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

export const tableSort = ({ sort, order }: Record<string, unknown>): TableSort => ({
  sort: typeof sort === 'string' ? sort : undefined,
  order: order === 'asc' || order === 'desc' ? order : undefined,
})
