/** A calendar month, counted from January of the year 0: consecutive months differ by 1. */
export type Month = number

/** A week from Monday to Sunday, counted from the one that began on 5 January 1970. */
export type Week = number

const dayMilliseconds = 86_400_000
/** 1 January 1970 was a Thursday; the first Monday came four days later. */
const firstMonday = 4

/** @param number the month's number in the year, January is 1 */
export function monthOf(year: number, number: number): Month {
  return year * 12 + number - 1
}

/**
 * The month that the page reports on. It is the last complete one: the running month would show a
 * bar that is still growing, and figures that change from day to day. It is taken in UTC, so that
 * everybody sees the same month.
 */
export function lastCompleteMonth(now: Date): Month {
  return monthOf(now.getUTCFullYear(), now.getUTCMonth() + 1) - 1
}

/** @returns the month's first instant, in UTC. */
export function startOfMonth(month: Month): Date {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12))
}

/** @returns the last week that has wholly passed when the month ends. */
export function lastWeekOf(month: Month): Week {
  const daysBeforeNextMonth = startOfMonth(month + 1).getTime() / dayMilliseconds
  return Math.floor((daysBeforeNextMonth - firstMonday) / 7) - 1
}

/** @returns the week's Monday, its first instant in UTC. */
export function startOfWeek(week: Week): Date {
  return new Date((firstMonday + week * 7) * dayMilliseconds)
}

/** @returns the `count` consecutive months or weeks that end with `last`, oldest first. */
export function periodsUpTo(last: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => last - count + 1 + index)
}
