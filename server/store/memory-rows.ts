import type { MemoryData } from './memory'

/** What a row refers to in the database by a foreign key. */
interface References {
  organisationId?: string
  userId?: string
}

/** Removes rows of every table, as foreign keys do in the database: so that no table is forgotten. */
export function removeRows(data: MemoryData, isGone: (row: References) => boolean): void {
  for (const [table, rows] of Object.entries(data)) {
    if (!Array.isArray(rows)) continue
    Object.assign(data, { [table]: rows.filter((row: References) => !isGone(row)) })
  }
}
