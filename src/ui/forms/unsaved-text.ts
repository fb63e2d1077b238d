import { pageState } from '../../lib/page-state'

type Leave = () => void

interface Guard {
  /** Asks the user before they leave unsaved input. */
  ask: (leave: Leave) => void
  /** Keeps the input. */
  keep: () => void
}

/** Null while there is nothing to lose. */
const guard = pageState<Guard | null>('unsaved text', null)

/**
 * From now on the user is asked before leaving.
 * @param ask asks, and calls its argument if the answer is yes.
 * @param keep keeps the input when the session ends, and nobody can be asked.
 * @returns a function that stops it.
 */
export function guardUnsavedText(ask: Guard['ask'], keep: Guard['keep']): () => void {
  const own = { ask, keep }
  guard.set(own)
  return () => {
    if (guard.get() === own) guard.set(null)
  }
}

/** Whether leaving would lose input. */
export function hasUnsavedText(): boolean {
  return guard.get() !== null
}

/** Leaves: at once if nothing is lost, otherwise when the user agrees. */
export function leaveWhenSaved(leave: Leave): void {
  const own = guard.get()
  if (own) own.ask(leave)
  else leave()
}

/** The user has agreed to lose the input. */
export function discardUnsavedText(): void {
  guard.set(null)
}

/** Keeps the input until the same user is back, without asking: their session has ended. */
export function keepUnsavedText(): void {
  guard.get()?.keep()
  guard.set(null)
}
