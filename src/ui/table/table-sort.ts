/** The order of a table, which is in the address as `?sort=…&order=…`. Undefined: the default. */
export interface TableSort {
  /** A column's id. */
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

export const tableSort = ({ sort, order }: Record<string, unknown>): TableSort => ({
  sort: typeof sort === 'string' ? sort : undefined,
  order: order === 'asc' || order === 'desc' ? order : undefined,
})
