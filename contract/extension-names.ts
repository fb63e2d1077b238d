/**
 * Features of our own server beyond section 7 of the specification (D43): calls of their own
 * (those with `isOurs`), request headers, or fields of a body. A client uses one only if its
 * setting `extensions` names it.
 */
export const extensions = [
  'logout',
  'invitation-proof',
  'account',
  'dashboards',
  'team',
  'audit-log',
  'billing-details',
  'field-errors',
  'two-factor',
] as const
export type Extension = (typeof extensions)[number]
