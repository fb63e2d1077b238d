import { type CsvColumns, csvOf } from '../../contract/csv'
import { saveFile } from './save-file'

/** Downloads rows as a file named after the title and today: `team-2026-11-22.csv`. */
export function downloadCsv<Row>(
  title: string,
  columns: CsvColumns<Row>,
  rows: readonly Row[],
): void {
  saveFile(title, 'csv', new Blob([csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }))
}
