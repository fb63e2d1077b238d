import { networkError } from './errors'

type Call = typeof import('./call').call

/**
 * Asks for the code that calls the API: client, contract and checks are a tenth of what a first screen
 * would otherwise load, and none of it is needed before somebody does something.
 */
export const loadCalls = () => import('./call')

/** `call` of `src/api/call.ts`, whose code is loaded with the first one. */
export const call: Call = async (name, ...input) => {
  let code: Awaited<ReturnType<typeof loadCalls>>
  try {
    code = await loadCalls()
  } catch (error) {
    throw networkError(error, name)
  }
  return await code.call(name, ...input)
}
