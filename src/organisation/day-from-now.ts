import { formatDay } from '../billing/days'
import { now } from '../lib/server-clock'

/** @returns the day so many days from now: '14 December 2026'. */
export const dayFromNow = (days: number) =>
  formatDay(new Date(now() + days * 24 * 60 * 60 * 1_000).toISOString(), true)
