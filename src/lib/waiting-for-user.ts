import { pageState, usePageState } from './page-state'

const waiting = pageState('waiting for the user', false)

/** Waits for the user, who takes their time: meanwhile the app isn't busy. */
export async function waitForUser<Result>(deed: Promise<Result>): Promise<Result> {
  waiting.set(true)
  try {
    return await deed
  } finally {
    waiting.set(false)
  }
}

/** @returns whether a mutation waits for the user. */
export function useWaitingForUser(): boolean {
  return usePageState(waiting)
}
