/** What a file has of a table: each column's name, and its text of a row. Dates are ISO 8601. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string>>

/** A spreadsheet takes a cell that begins so for a formula, which may call out. */
const formula = /^[=+\-@\t\r]/

/** @returns the rows as CSV (RFC 4180), behind the mark by which spreadsheets know UTF-8. */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const texts = Object.values(columns)
  const lines = [Object.keys(columns), ...rows.map((row) => texts.map((text) => text(row)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** @returns the name of a file with a table's rows of today: `team-2026-11-22.csv`. */
export function csvName(title: string): string {
  const now = new Date()
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  const words = [title, ...day.map((number) => String(number).padStart(2, '0'))]
  return `${words.join('-').toLowerCase().replace(/\s+/g, '-')}.csv`
}
