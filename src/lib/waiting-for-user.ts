import { pageState, usePageState } from './page-state'

const waiting = pageState('waiting for the user', false)

/** Waits for what somebody does in their own time: meanwhile the app isn't busy. */
export async function waitForUser<Result>(deed: Promise<Result>): Promise<Result> {
  waiting.set(true)
  try {
    return await deed
  } finally {
    waiting.set(false)
  }
}

/** @returns whether what is under way waits for a person. */
export function useWaitingForUser(): boolean {
  return usePageState(waiting)
}
