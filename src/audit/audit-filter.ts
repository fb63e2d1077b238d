/** The filter of the audit log; it lives in the address as `?text=…&action=…`. */
export interface AuditFilter {
  text?: string | undefined
  /** A kind of action. An unknown one filters nothing. */
  action?: string | undefined
}

const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the search parameters. Separate from the page, whose code loads later than the address is read. */
export function auditFilter(search: Record<string, unknown>): AuditFilter {
  return { text: given(search.text)?.slice(0, 200), action: given(search.action) }
}
