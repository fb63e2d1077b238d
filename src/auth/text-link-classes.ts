/** A link within text of the signed-out screens. */
export const textLinkClasses =
  'rounded-6 font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center'
