import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallName } from '../../contract/calls'
import type { Entry } from '../../server/store/entry'
import { callTable } from './call-table'

const inCall = new AsyncLocalStorage<CallName>()

/** What each call has entered in the audit log so far: 'setRole made-admin'. */
export const enteredByCalls = new Set<string>()

/** Makes a call, so that what is entered meanwhile is known to come of it. */
export const duringCall = <Answer>(name: CallName, make: () => Answer) => inCall.run(name, make)

/** Entered by whatever asks for a code. */
const ofCodes: readonly Entry['action'][] = [
  'recovery-code-used',
  'codes-refused',
  'passkey-refused',
]

/** @returns what the present call enters though the table of calls doesn't say so. Background work is no part of a call. */
export function unlistedEntries(entries: readonly Entry[]): string[] {
  const call = inCall.getStore()
  if (!call) return []
  const { code, entered } = callTable[call]
  return entries.flatMap(({ origin, action }) => {
    if (origin !== 'browser') return []
    enteredByCalls.add(`${call} ${action}`)
    const isListed = entered.includes(action) || (code !== '' && ofCodes.includes(action))
    return isListed ? [] : [`${call} entered '${action}', which its row of the table doesn't have.`]
  })
}
