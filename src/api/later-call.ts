import type { CallName, ResponseOf } from '../../contract/calls'
import type { Input } from './call'
import { networkError } from './errors'
import { sessionForCall } from './page-session'

/**
 * Asks for the code that calls the API: client, contract and checks are a tenth of what a first screen
 * would otherwise load, and none of it is needed before somebody does something.
 */
export const loadCalls = () => import('./call')

/**
 * Calls the API, in the session that is the page's now: not in one that has begun when the code for it
 * has come (D48). What it takes, answers and throws is `callIn`'s of `src/api/call.ts`.
 */
export async function call<Name extends CallName>(
  name: Name,
  ...input: Input<Name>
): Promise<ResponseOf<Name>> {
  const session = sessionForCall()
  let code: Awaited<ReturnType<typeof loadCalls>>
  try {
    code = await loadCalls()
  } catch (error) {
    throw networkError(error, name)
  }
  return await code.callIn(session, name, ...input)
}
