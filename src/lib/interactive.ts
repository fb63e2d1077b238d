import { pageState } from './page-state'

const interactive = pageState('interactive', false)

/**
 * Runs a listener once what shows answers to the user: what isn't needed for that waits for it.
 * @returns a function that calls it off.
 */
export function whenInteractive(listener: () => void): () => void {
  if (interactive.get()) listener()
  const unsubscribe = interactive.subscribe(() => {
    unsubscribe()
    listener()
  })
  return unsubscribe
}

/** To be called when the first screen has been drawn, or has taken over a prerendered one. */
export function markInteractive(): void {
  if (!interactive.get()) interactive.set(true)
}
