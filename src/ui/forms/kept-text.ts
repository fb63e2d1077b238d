/** What somebody has typed and not saved; never a password. */
export interface UnsavedText {
  /** The form, by a name of its own. */
  form: string
  /** Tells users apart; undefined while it isn't known who this one is. */
  user: string | undefined
  /** By the names of the fields. */
  texts: Readonly<Record<string, string>>
}

const storageKey = 'unsavedText'
/** In characters. What is longer isn't kept: half of it would be mistaken for the whole. */
const longest = 100_000

/** Keeps what was typed, in this tab, for when the same user is back: their session has ended. */
export function keepText(text: UnsavedText): void {
  if (text.user === undefined) return
  const json = JSON.stringify(text)
  try {
    if (json.length <= longest) sessionStorage.setItem(storageKey, json)
  } catch {
    // Storage is blocked or full.
  }
}

/**
 * Gives back, once, what was kept for this user of this form. What was kept for somebody else goes.
 * @returns undefined where there is nothing.
 */
export function takeKeptText(form: string, user: string): UnsavedText['texts'] | undefined {
  try {
    const kept: UnsavedText | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    const isOthers = kept?.user !== user
    if (isOthers || kept.form === form) forgetKeptText()
    return isOthers || kept.form !== form ? undefined : kept.texts
  } catch {
    return undefined
  }
}

/** Nothing that was typed is kept any longer: the user has logged out. */
export function forgetKeptText(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: nothing is kept.
  }
}
