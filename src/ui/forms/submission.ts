/** What is wrong with each field, by its name: empty where the form's own text says it, null where nothing is. */
export type WrongFields = Readonly<Record<string, string | null>>

/** What was wrong with a submission. */
export interface Refusal {
  /** The catalogue's text. */
  text?: string | undefined
  /** The server's own words, below it (D27); where it names fields, they say it. */
  detail?: string | undefined
  fields?: WrongFields | undefined
}

/** What a form's fields hold, by their names: a box only if it is ticked. */
export type Typed<Name extends string> = Readonly<
  Record<Name, string> & Partial<Record<string, string>>
>

/** Finds what is wrong with a form before it is sent, in the contract's fields by their names and in others. */
export type FormCheck<Name extends string> = (
  typed: Typed<Name>,
) => Readonly<Record<Name, string | null>> & WrongFields

/** @returns what was typed, without spaces around it; a password just as it is. */
export function typedInto<Name extends string>(form: HTMLFormElement): Typed<Name> {
  const texts = [...new FormData(form)].map(([name, value]) => [
    name,
    /password/i.test(name) ? value : String(value).trim(),
  ])
  return Object.fromEntries(texts)
}
