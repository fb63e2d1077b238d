/**
 * What our own server offers beyond the specification's section 7 (D43): calls of a table of their own
 * (`contract/extensions.ts`), request headers, or fields of a body. A client uses one only where its setting
 * `extensions` names it.
 */
export const extensions = ['logout', 'invitation-proof', 'account'] as const
export type Extension = (typeof extensions)[number]
