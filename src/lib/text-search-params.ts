/** Parses search parameters as text, never as numbers or JSON. The last of two equal names counts. */
export function parseTextSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** @returns the parameters with a leading `?`, or an empty string. Leaves out undefined ones. */
export function stringifyTextSearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(present).toString()
  return text && `?${text}`
}
