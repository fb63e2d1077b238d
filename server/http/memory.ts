import type { CountStore } from './counts'
import { countByRate } from './gcra'

/** The memory store's counts of calls. */
export interface CountData {
  /** By key: until when, in ms since 1970, its calls are spent. */
  spentCalls: Record<string, { spentUntil: number; subject: string | null }>
}

/** The memory store's methods for rate limits. */
export function countMethods(data: CountData): CountStore {
  return {
    async countCalls(groups, now) {
      return groups.map((group) =>
        countByRate(
          group,
          now,
          (key) => data.spentCalls[key]?.spentUntil,
          ({ key, subject = null }, spentUntil) => {
            data.spentCalls[key] = { spentUntil, subject }
          },
        ),
      )
    },

    async giveBackCalls(counts) {
      for (const { key, limit, cost = 1 } of counts) {
        const entry = data.spentCalls[key]
        if (entry) entry.spentUntil -= (cost * limit.window) / limit.calls
      }
    },

    async clearCalls(subject) {
      for (const [key, entry] of Object.entries(data.spentCalls)) {
        if (entry.subject === subject) delete data.spentCalls[key]
      }
    },

    async removeRefilled(now, most) {
      const refilled = Object.entries(data.spentCalls).filter(
        ([, { spentUntil }]) => spentUntil <= now.getTime(),
      )
      for (const [key] of refilled.slice(0, most)) delete data.spentCalls[key]
      return Math.min(refilled.length, most)
    },
  }
}
