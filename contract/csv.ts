/** The columns of a CSV file: a header, and a cell's text. Dates are ISO 8601. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string>>

/**
 * Matches the blanks and quotes before a formula in a cell. A spreadsheet would run the formula, which may send data
 * elsewhere; its sign may be full-width. Where ';' or a tab separates cells, a formula can also begin after one within
 * our text, and after a line break; there only a quote at a cell's beginning counts. The blanks exclude these
 * characters, so that a text of nothing but tabs is read once.
 */
const beforeFormula = /(?:^|[;\t\r\n])(?:"|[^\S\t\r\n])*(?=[=+\-@＝＋－＠])/g

/** @returns the rows as CSV. */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const texts = Object.values(columns)
  return csvOfLines([Object.keys(columns), ...rows.map((row) => texts.map((text) => text(row)))])
}

/** @returns lines of cells as CSV (RFC 4180), with a byte order mark: spreadsheets detect UTF-8 by it. */
export function csvOfLines(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

function csvCell(text: string): string {
  // A number's minus begins no formula.
  if (/^-\d+(\.\d+)?(e[+-]\d+)?$/.test(text)) return text
  const safe = text.replace(beforeFormula, "$&'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
