/** What is typed into a field of the page, which keeps it. */
export interface TypedText {
  /** Undefined: nothing but what is stored. */
  typed: string | undefined
  onType: (text: string) => void
  /** What was typed by then is stored; what was typed while the answer was on its way isn't. */
  onSaved: (text: string) => void
}
