/** Which entries of the audit log show; it lives in the address as `?text=…&action=…`. */
export interface AuditFilter {
  text?: string | undefined
  /** A kind of action. Another one than the contract's leaves nothing out. */
  action?: string | undefined
}

const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the search parameters. Apart from the page, whose code comes later than the address. */
export function auditFilter(search: Record<string, unknown>): AuditFilter {
  return { text: given(search.text)?.slice(0, 200), action: given(search.action) }
}
