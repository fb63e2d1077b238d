import { createContext } from 'react'
import { addressIn } from '../../../contract/pasted-text'

/** The error of each field by its name. Empty: the form's own text is about the field. Null: the field has no error. */
export type WrongFields = Readonly<Record<string, string | null>>

export interface SubmissionErrors {
  /** The catalogue's text. */
  text?: string | undefined
  /** The server's text on a second line (D27), unless its fields have texts. */
  detail?: string | undefined
  fields?: WrongFields | undefined
}

/** The values of a form's fields by name. A checkbox is present only if it is ticked. */
export type Typed<Name extends string> = Readonly<
  Record<Name, string> & Partial<Record<string, string>>
>

/** Checks a form before it is sent: the contract's fields by name, and others. */
export type FormCheck<Name extends string> = (
  typed: Typed<Name>,
) => Readonly<Record<Name, string | null>> & WrongFields

/**
 * @param typed the text of the field for a code; undefined if the form doesn't have it.
 * @returns the error of the field.
 */
export const missingCode = (typed: string | undefined) =>
  typed === '' ? 'Enter the code from your authenticator app.' : null

/**
 * Checks a new password before it is sent.
 * @param missing the error of an empty one.
 * @param isOurServer whether the server is ours, which takes no shorter ones (D35).
 * @returns the field's error, or null.
 */
export function newPasswordError(password: string, missing: string, isOurServer: boolean) {
  if (password === '') return missing
  // Counts as the server does: an emoji is one character.
  const { length } = [...password]
  return isOurServer && length < 8 ? `Use at least 8 characters. This has ${length}.` : null
}

/** @returns the fields' trimmed texts, and of a field for an address the address. Passwords aren't trimmed. */
export function readForm<Name extends string>(form: HTMLFormElement): Typed<Name> {
  const addresses = [...form.querySelectorAll<HTMLInputElement>('[type=email]')]
  const isAddress = new Set(addresses.map(({ name }) => name))
  const texts = [...new FormData(form)].map(([name, value]) => {
    if (/password/i.test(name)) return [name, value]
    return [name, isAddress.has(name) ? addressIn(String(value)) : String(value).trim()]
  })
  return Object.fromEntries(texts)
}

/** The errors of a form, for its fields. */
export const FormErrors = createContext<{
  fields: WrongFields
  /** The id of the form's own text, if there is one. */
  messageId?: string | false | undefined
  /** Hides the errors of these fields until the next submission: the fields are about something else by now. */
  forget: (names: readonly string[]) => void
}>({
  fields: {},
  forget: () => {},
})
