import { tableSort } from '../../ui/table/table-sort'

/** Newest start first (D14). Dates sort descending at first, other columns ascending. */
export const activitySort = tableSort(
  { plan_name: 'asc', status: 'asc', start_date: 'desc', end_date: 'desc' },
  'start_date',
)

export type ActivitySort = ReturnType<typeof activitySort.of>
