/** The unsaved text of a field, which the page keeps. */
export interface TypedText {
  /** The text; undefined while it is the saved one. */
  typed: string | undefined
  onType: (text: string) => void
  /** Called with the saved text. Text typed while the request was pending isn't saved. */
  onSaved: (text: string) => void
  onDiscard: () => void
}
