/**
 * Search parameters as text (D3): nothing is read as a number, a boolean or JSON. Of a parameter
 * given twice, the last one counts.
 */
export function parseTextSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** @returns the parameters with a leading `?`, or an empty string; undefined ones are left out. */
export function stringifyTextSearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(present).toString()
  return text && `?${text}`
}
