/** Rules about who must have a second factor, from the loosest to the strictest (D138). */
export const secondFactorRules = ['nobody', 'admins', 'everybody'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]

/** Days that people have to set up a second factor once a rule requires it. */
export const secondFactorDays = 7

/** Whether a rule requires a second factor of fewer people than another rule. */
export const isLooser = (rule: SecondFactorRule, than: SecondFactorRule) =>
  secondFactorRules.indexOf(rule) < secondFactorRules.indexOf(than)

/** Whether a rule requires a second factor of admins, or of members. */
export const asks = (rule: SecondFactorRule, isAdmin: boolean) =>
  rule === 'everybody' || (rule === 'admins' && isAdmin)
