import { pageState } from './page-state'

const interactive = pageState('interactive', false)

/**
 * Runs a listener once the first screen is interactive: deferred code loads then.
 * @returns a function that removes the listener.
 */
export function whenInteractive(listener: () => void): () => void {
  if (interactive.get()) listener()
  const unsubscribe = interactive.subscribe(() => {
    unsubscribe()
    listener()
  })
  return unsubscribe
}

/** Call it when the first screen has been rendered or hydrated. */
export function markInteractive(): void {
  if (!interactive.get()) interactive.set(true)
}
