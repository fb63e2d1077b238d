import { useState } from 'react'
import { pageState } from '../../lib/page-state'
import { tryStorage } from '../../lib/try-storage'

/**
 * A form's unsaved input, never a password. It is kept in the tab, so that it survives a reload and the end of the
 * session.
 */
export interface Draft {
  form: string
  /** The user's address; undefined while unknown. */
  user: string | undefined
  /** The texts of the fields by name. */
  texts: Readonly<Record<string, string>>
}

/** The key of the drafts of one user: `{ user, forms }`, with the texts of each form. */
const draftsKey = 'unsavedText'
/** The key of the texts that all signed-out screens share. */
const signedOutKey = 'signedOutText'

const read = (key: string) =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? 'null')) ?? undefined
const store = (key: string, value: unknown) =>
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value)))

const draftsOf = (user: string): Record<string, Draft['texts']> => {
  const drafts = read(draftsKey)
  return drafts?.user === user ? drafts.forms : {}
}

/** Keeps input in this tab until it is saved, or its user leaves it. */
export function keepDraft({ form, user, texts }: Draft): void {
  if (user !== undefined) store(draftsKey, { user, forms: { ...draftsOf(user), [form]: texts } })
}

/** Returns the input kept for this user and form, if any. Another user's input is deleted. */
export function readDraft(form: string, user: string): Draft['texts'] | undefined {
  if (read(draftsKey)?.user !== user) tryStorage(() => sessionStorage.removeItem(draftsKey))
  return draftsOf(user)[form]
}

function deleteDraft(form: string): void {
  const drafts = read(draftsKey)
  if (drafts) store(draftsKey, { ...drafts, forms: { ...drafts.forms, [form]: undefined } })
}

/** Deletes all kept input, when the user logs out. */
export function deleteDrafts(): void {
  for (const key of [draftsKey, signedOutKey]) tryStorage(() => sessionStorage.removeItem(key))
}

/**
 * Keeps the text of a field of signed-out screens (D27).
 * @param name undefined for a field whose text isn't kept. Never a password's.
 * @returns the text kept for this name, and a function that keeps a new one.
 */
export function useSignedOutText(name: string | undefined) {
  const [before] = useState<string | undefined>(() => name && read(signedOutKey)?.[name])
  const keep = (text: string) => {
    if (name !== undefined) replaceSignedOutTexts({ ...read(signedOutKey), [name]: text })
  }
  return [before, keep] as const
}

export function replaceSignedOutTexts(texts: Draft['texts']): void {
  store(signedOutKey, texts)
}

/** Asks the user before they leave unsaved input. Calls `leave` if they agree. */
type Ask = (leave: () => void) => void

/** The questions of all parts of the page with unsaved input. */
const questions = pageState<readonly Ask[]>('unsaved text', [])

/**
 * Adds a question before leaving the page.
 * @param form the form whose draft is deleted when it is saved or left.
 * @returns a function that removes the question.
 */
export function askBeforeLeaving(ask: Ask, form: string | undefined): () => void {
  questions.set([...questions.get(), ask])
  return () => {
    // The session has ended. The draft stays until its user is back.
    if (!questions.get().includes(ask)) return
    questions.set(questions.get().filter((one) => one !== ask))
    if (form !== undefined) deleteDraft(form)
  }
}

export function hasUnsavedText(): boolean {
  return questions.get().length > 0
}

/** Leaves at once if nothing is unsaved, otherwise when the user agrees to each loss. */
export function leaveWhenSaved(leave: () => void): void {
  const askEach = ([ask, ...others]: readonly Ask[]): void => {
    if (ask) ask(() => askEach(others))
    else {
      removeQuestions()
      leave()
    }
  }
  askEach(questions.get())
}

/** Removes all questions, because the session has ended. Drafts stay until the same user is back. */
export function removeQuestions(): void {
  questions.set([])
}
