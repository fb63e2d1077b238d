import { pageState } from '../../lib/page-state'

type Leave = () => void

interface Guard {
  /** Asks the user before they leave unsaved input. */
  ask: (leave: Leave) => void
  keep: () => void
}

/** One for each part of the page that has something to lose. */
const guards = pageState<readonly Guard[]>('unsaved text', [])

/**
 * From now on the user is asked before leaving.
 * @param ask asks, and calls its argument if the answer is yes.
 * @param keep keeps the input when the session ends, and nobody can be asked.
 * @returns a function that stops it.
 */
export function guardUnsavedText(ask: Guard['ask'], keep: Guard['keep']): () => void {
  const own = { ask, keep }
  guards.set([...guards.get(), own])
  return () => guards.set(guards.get().filter((guard) => guard !== own))
}

/** Whether leaving would lose input. */
export function hasUnsavedText(): boolean {
  return guards.get().length > 0
}

/** Leaves: at once if nothing is lost, otherwise when the user agrees to each loss. */
export function leaveWhenSaved(leave: Leave): void {
  const ask = ([first, ...others]: readonly Guard[]): void => {
    if (first) first.ask(() => ask(others))
    else {
      discardUnsavedText()
      leave()
    }
  }
  ask(guards.get())
}

/** Nobody is asked any more: there is nobody to keep it for. */
export function discardUnsavedText(): void {
  guards.set([])
}

/** Keeps the input until the same user is back, without asking: their session has ended. */
export function keepDrafts(): void {
  for (const { keep } of guards.get()) keep()
  discardUnsavedText()
}
