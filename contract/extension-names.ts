/**
 * What our own server offers beyond the specification's section 7 (D43): calls of a table of their own
 * (`contract/extensions.ts`), or request headers. A client uses one only where its setting
 * `extensions` names it.
 */
export const extensions = ['logout', 'invitation-proof'] as const
export type Extension = (typeof extensions)[number]
