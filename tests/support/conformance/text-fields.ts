import { type CallName, calls } from '../../../contract/calls'
import { examples } from './examples'

/** A field of a body that holds a text, or a list of them. */
export interface TextField {
  call: CallName
  name: string
}

const isText = (value: unknown) => typeof value === 'string' || Array.isArray(value)

/** Every text that our server reads of a body, by the bodies that are well formed. */
export const textFields: readonly TextField[] = (Object.keys(calls) as CallName[])
  .filter((call) => calls[call].method !== 'GET')
  .flatMap((call) =>
    Object.entries(examples[call] ?? {})
      .filter(([, value]) => isText(value))
      .map(([name]) => ({ call, name })),
  )

/** @returns a well-formed body but for one field, which holds `text`. */
export function withText(call: CallName, name: string, text: string): Record<string, unknown> {
  const example: Record<string, unknown> = { ...examples[call] }
  return { ...example, [name]: Array.isArray(example[name]) ? [text] : text }
}
