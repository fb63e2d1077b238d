/** The columns of a CSV file: a header, and a cell's text, or a negative number. Dates are ISO 8601. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number>>

/**
 * The blanks and quotes before a formula, which may send data elsewhere; its sign may be in full width. Where ';' or a tab
 * separates cells, a spreadsheet begins one within our text, and after a line break as well: only a quote at a cell's
 * beginning counts. The run excludes what it may begin after, so that a text of nothing but tabs is read once.
 */
const beforeFormula = /(?:^|[;\t\r\n])(?:"|[^\S\t\r\n])*(?=[=+\-@＝＋－＠])/g

/** @returns the rows as CSV. */
export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const texts = Object.values(columns)
  return csvOfLines([Object.keys(columns), ...rows.map((row) => texts.map((text) => text(row)))])
}

/** @returns lines of cells as CSV (RFC 4180), with a byte order mark: spreadsheets detect UTF-8 by it. */
export function csvOfLines(lines: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

function csvCell(text: string | number): string {
  // Its sign begins no formula.
  if (typeof text === 'number') return String(text)
  const safe = text.replace(beforeFormula, "$&'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
