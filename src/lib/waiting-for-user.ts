import { pageState } from './page-state'

/** Whether a mutation waits for the user. */
export const waitingForUser = pageState('waiting for the user', false)

/** Waits for the user, who takes their time: meanwhile the app isn't busy. */
export async function waitForUser<Result>(deed: Promise<Result>): Promise<Result> {
  waitingForUser.set(true)
  try {
    return await deed
  } finally {
    waitingForUser.set(false)
  }
}
