/** Whom a rule asks for a second factor, from the loosest rule to the strictest (D138). */
export const secondFactorRules = ['nobody', 'admins', 'everybody'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]

/** How long somebody whom a rule begins to ask has to set one up, in days. */
export const secondFactorDays = 7

/** Whether a rule asks fewer people than another one. */
export const isLooser = (rule: SecondFactorRule, than: SecondFactorRule) =>
  secondFactorRules.indexOf(rule) < secondFactorRules.indexOf(than)

/** Whether a rule asks an admin, or a member. */
export const asks = (rule: SecondFactorRule, isAdmin: boolean) =>
  rule === 'everybody' || (rule === 'admins' && isAdmin)
