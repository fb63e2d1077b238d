import { type CallName, calls } from '../../../contract/calls'
import type { Endpoint } from '../../../contract/endpoint'
import { examples } from './examples'

/** A field of a body that holds a text, or a list of them. */
export interface TextField {
  call: CallName
  name: string
}

const isText = (value: unknown) => typeof value === 'string' || Array.isArray(value)

/** Whether it is one of a few words, which are all that it is compared with. */
function isChoice(call: CallName, name: string): boolean {
  const request: Endpoint['request'] = calls[call].request
  const { entries = {} } = (request ?? {}) as { entries?: Record<string, { type: string }> }
  return entries[name]?.type === 'picklist'
}

/** Every text that our server reads of a body, by the bodies that are well formed. */
export const textFields: readonly TextField[] = (Object.keys(calls) as CallName[])
  .filter((call) => calls[call].method !== 'GET')
  .flatMap((call) =>
    Object.entries(examples[call] ?? {})
      .filter(([name, value]) => isText(value) && !isChoice(call, name))
      .map(([name]) => ({ call, name })),
  )

/** @returns a well-formed body but for one field, which holds `text`. */
export function withText(call: CallName, name: string, text: string): Record<string, unknown> {
  const example: Record<string, unknown> = { ...examples[call] }
  return { ...example, [name]: Array.isArray(example[name]) ? [text] : text }
}
