let isAlive = false
const listeners = new Set<() => void>()

/**
 * Runs a listener once what shows answers to the user: what isn't needed for that waits for it.
 * @returns a function that calls it off.
 */
export function whenAlive(listener: () => void): () => void {
  if (isAlive) listener()
  else listeners.add(listener)
  return () => listeners.delete(listener)
}

/** To be called when the first screen has been drawn, or has taken over a prerendered one. */
export function becomeAlive(): void {
  isAlive = true
  for (const listener of listeners) listener()
  listeners.clear()
}
