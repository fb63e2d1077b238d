import { pageState } from './page-state'

export const waitingForUser = pageState('waiting for the user', false)

/** Marks the app as waiting for the user during an action. It isn't busy then. */
export async function waitForUser<Result>(action: Promise<Result>): Promise<Result> {
  waitingForUser.set(true)
  try {
    return await action
  } finally {
    waitingForUser.set(false)
  }
}
