import { pageState } from '../../lib/page-state'

type Leave = () => void

interface Guard {
  /** Asks the user before they leave what they have typed. */
  ask: (leave: Leave) => void
  /** Keeps it. */
  keep: () => void
}

/** Null while nothing would be lost. */
const guard = pageState<Guard | null>('unsaved text', null)

/**
 * From now on the user is asked before they leave.
 * @param ask asks, and calls what it is given when the answer is yes.
 * @param keep keeps what would be lost where the session ends, and nobody can be asked.
 * @returns a function that ends it.
 */
export function guardUnsavedText(ask: Guard['ask'], keep: Guard['keep']): () => void {
  const own = { ask, keep }
  guard.set(own)
  return () => {
    if (guard.get() === own) guard.set(null)
  }
}

/** Whether something typed would be lost by leaving. */
export function hasUnsavedText(): boolean {
  return guard.get() !== null
}

/** Leaves: at once where nothing is lost by it, otherwise when the user says so. */
export function leaveWhenSaved(leave: Leave): void {
  const own = guard.get()
  if (own) own.ask(leave)
  else leave()
}

/** What was typed may go: the user has said so. */
export function giveUpUnsavedText(): void {
  guard.set(null)
}

/** Keeps what would be lost for when the same user is back, and asks nobody: their session has ended. */
export function keepUnsavedText(): void {
  guard.get()?.keep()
  guard.set(null)
}
