import { useSyncExternalStore } from 'react'

let waiting = false
const listeners = new Set<() => void>()

function setWaiting(value: boolean): void {
  waiting = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Waits for what somebody does in their own time: meanwhile the app isn't busy. */
export async function waitForPerson<Result>(deed: Promise<Result>): Promise<Result> {
  setWaiting(true)
  try {
    return await deed
  } finally {
    setWaiting(false)
  }
}

/** @returns whether what is under way waits for a person. */
export function useWaitingForPerson(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => false,
  )
}
