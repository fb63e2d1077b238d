type Leave = () => void

interface Guard {
  /** Asks the user before they leave what they have typed. */
  ask: (leave: Leave) => void
  /** Keeps it. */
  keep: () => void
}

/** Null while nothing would be lost. */
let guard: Guard | null = null

/**
 * From now on the user is asked before they leave.
 * @param ask asks, and calls what it is given when the answer is yes.
 * @param keep keeps what would be lost where the session ends, and nobody can be asked.
 * @returns a function that ends it.
 */
export function guardUnsavedText(ask: Guard['ask'], keep: Guard['keep']): () => void {
  const own = { ask, keep }
  guard = own
  return () => {
    if (guard === own) guard = null
  }
}

/** Whether something typed would be lost by leaving. */
export function hasUnsavedText(): boolean {
  return guard !== null
}

/** Leaves: at once where nothing is lost by it, otherwise when the user says so. */
export function leaveWhenSaved(leave: Leave): void {
  if (guard) guard.ask(leave)
  else leave()
}

/** What was typed may go: the user has said so. */
export function giveUpUnsavedText(): void {
  guard = null
}

/** Keeps what would be lost for when the same user is back, and asks nobody: their session has ended. */
export function keepUnsavedText(): void {
  guard?.keep()
  guard = null
}
