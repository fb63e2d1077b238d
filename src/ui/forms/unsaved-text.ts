type Leave = () => void

/** Asks the user before they leave what they have typed; null while nothing would be lost. */
let ask: ((leave: Leave) => void) | null = null

/**
 * From now on the user is asked before they leave.
 * @param question asks, and calls what it is given when the answer is yes.
 * @returns a function that ends it.
 */
export function guardUnsavedText(question: (leave: Leave) => void): () => void {
  ask = question
  return () => {
    if (ask === question) ask = null
  }
}

/** Whether something typed would be lost by leaving. */
export function hasUnsavedText(): boolean {
  return ask !== null
}

/** Leaves: at once where nothing is lost by it, otherwise when the user says so. */
export function leaveWhenSaved(leave: Leave): void {
  if (ask) ask(leave)
  else leave()
}

/** What was typed may go: the user has said so, or there is nobody left whose it is. */
export function giveUpUnsavedText(): void {
  ask = null
}
