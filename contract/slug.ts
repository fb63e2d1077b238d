/** A slug: lower-case letters and digits, joined by single hyphens. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** How long a former address leads to its organisation, in days (D136). */
export const addressHeldDays = 400
