import { pageState } from './page-state'

const alive = pageState('alive', false)

/**
 * Runs a listener once what shows answers to the user: what isn't needed for that waits for it.
 * @returns a function that calls it off.
 */
export function whenAlive(listener: () => void): () => void {
  if (alive.get()) listener()
  const forget = alive.subscribe(() => {
    forget()
    listener()
  })
  return forget
}

/** To be called when the first screen has been drawn, or has taken over a prerendered one. */
export function becomeAlive(): void {
  if (!alive.get()) alive.set(true)
}
