import { createContext } from 'react'

/** The error of each field, by its name: empty if the form's own text says it, null if there is none. */
export type WrongFields = Readonly<Record<string, string | null>>

export interface SubmissionErrors {
  /** The catalogue's text. */
  text?: string | undefined
  /** The server's text, below it (D27); unless its fields say it. */
  detail?: string | undefined
  fields?: WrongFields | undefined
}

/** The values of a form's fields, by name: a checkbox only if it is ticked. */
export type Typed<Name extends string> = Readonly<
  Record<Name, string> & Partial<Record<string, string>>
>

/** Checks a form before it is sent: the contract's fields by name, and others. */
export type FormCheck<Name extends string> = (
  typed: Typed<Name>,
) => Readonly<Record<Name, string | null>> & WrongFields

/**
 * @param typed in the field for the second factor's code; undefined if the form doesn't have it.
 * @returns the problem with it.
 */
export const missingCode = (typed: string | undefined) =>
  typed === '' ? 'Enter the code from your authenticator app.' : null

/** @returns the trimmed input; a password unchanged. */
export function readForm<Name extends string>(form: HTMLFormElement): Typed<Name> {
  const texts = [...new FormData(form)].map(([name, value]) => [
    name,
    /password/i.test(name) ? value : String(value).trim(),
  ])
  return Object.fromEntries(texts)
}

/** What a form's fields know of it. */
export const FormErrors = createContext<{
  /** The texts about its fields. */
  fields: WrongFields
  /** The id of its own text, if there is one. */
  messageId?: string | false | undefined
  /** The number of submissions so far. */
  submissions: number
}>({
  fields: {},
  submissions: 0,
})
