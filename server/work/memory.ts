import type { WorkStore } from './reads'

/** The memory store's chores. */
export interface ChoreData {
  /** By name: when it is due next. */
  chores: Record<string, { nextAt: Date }>
}

/** The memory store's methods for chores. */
export function choreMethods(data: ChoreData): Pick<WorkStore, 'takeChore' | 'postponeChore'> {
  return {
    async takeChore(name, now, until) {
      const chore = data.chores[name]
      if (chore && chore.nextAt > now) return false
      data.chores[name] = { nextAt: until }
      return true
    },

    async postponeChore(name, nextAt) {
      data.chores[name] = { nextAt }
    },
  }
}
