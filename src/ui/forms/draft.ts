import { tryStorage } from '../../lib/try-storage'

/** A user's unsaved input; never a password. */
export interface Draft {
  form: string
  /** Identifies the user; undefined while unknown. */
  user: string | undefined
  /** By field name. */
  texts: Readonly<Record<string, string>>
}

const storageKey = 'unsavedText'
/** In characters. Longer input isn't kept: half of it could be mistaken for the whole. */
const longest = 100_000

/** Keeps input in this tab until the same user is back: their session has ended. */
export function keepDraft(text: Draft): void {
  if (text.user === undefined) return
  const json = JSON.stringify(text)
  if (json.length <= longest) tryStorage(() => sessionStorage.setItem(storageKey, json))
}

/**
 * Returns the input kept for this user and form, once. Another user's input is deleted.
 * @returns undefined if there is none.
 */
export function takeDraft(form: string, user: string): Draft['texts'] | undefined {
  const kept = tryStorage((): Draft | null =>
    JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'),
  )
  const isOthers = kept?.user !== user
  if (isOthers || kept.form === form) deleteDraft()
  return isOthers || kept.form !== form ? undefined : kept.texts
}

/** Deletes all kept input: the user has logged out. */
export function deleteDraft(): void {
  tryStorage(() => sessionStorage.removeItem(storageKey))
}
