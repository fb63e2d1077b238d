/** How long an organisation that is to be deleted can be kept, in days (D140). */
export const deletionDays = 7
