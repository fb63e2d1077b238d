import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TableSort } from './table-sort'

/** @returns props for a `TableCard` whose order is in the address. Its route's `validateSearch` has `tableSort`. */
export function useSortInAddress() {
  const navigate = useNavigate()
  const { sort, order } = useSearch({ strict: false })
  return {
    sort: { sort, order },
    onSortChange: (changed: TableSort) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      }),
  }
}
