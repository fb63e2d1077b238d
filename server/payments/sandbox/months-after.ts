/** @returns the same day and time (UTC) some months later, at most the month's last day. */
export function monthsAfter(time: Date, months: number): Date {
  const after = new Date(time)
  after.setUTCMonth(time.getUTCMonth() + months)
  if (after.getUTCDate() !== time.getUTCDate()) after.setUTCDate(0)
  return after
}
