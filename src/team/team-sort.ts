import { tableSort } from '../ui/table/table-sort'

/** Members in the order in which they joined, then invitations. */
export const teamSort = tableSort({ person: 'asc', role: 'asc', status: 'asc' }, 'status')

export type TeamSort = ReturnType<typeof teamSort.of>
