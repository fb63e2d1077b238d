import type { CountStore } from './counts'
import { countByRate } from './gcra'

/** The memory store's counts of calls. */
export interface CountData {
  /** The time until which a key's calls are spent, in ms since 1970, by key. */
  spentCalls: Record<string, { spentUntil: number; subject: string | null }>
}

/** The memory store's methods for rate limits. */
export function countMethods(data: CountData): CountStore {
  return {
    async countCalls(groups, now) {
      const spentCalls = { ...data.spentCalls }
      data.spentCalls = spentCalls
      return groups.map((group) =>
        countByRate(
          group,
          now,
          (key) => spentCalls[key]?.spentUntil,
          ({ key, subject = null }, spentUntil) => {
            spentCalls[key] = { spentUntil, subject }
          },
        ),
      )
    },

    async giveBackCalls(counts) {
      const spentCalls = { ...data.spentCalls }
      for (const { key, limit, cost = 1 } of counts) {
        const entry = spentCalls[key]
        if (!entry) continue
        const spentUntil = entry.spentUntil - (cost * limit.window) / limit.calls
        spentCalls[key] = { ...entry, spentUntil }
      }
      data.spentCalls = spentCalls
    },

    async clearCalls(subject) {
      const remaining = Object.entries(data.spentCalls).filter(
        ([, entry]) => entry.subject !== subject,
      )
      data.spentCalls = Object.fromEntries(remaining)
    },

    async removeRefilled(now, most) {
      const refilled = Object.entries(data.spentCalls)
        .filter(([, { spentUntil }]) => spentUntil <= now.getTime())
        .slice(0, most)
      const spentCalls = { ...data.spentCalls }
      for (const [key] of refilled) delete spentCalls[key]
      data.spentCalls = spentCalls
      return refilled.length
    },
  }
}
