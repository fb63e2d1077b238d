import { useCallback, useState } from 'react'
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

const storageKey = 'unsavedText'
/** The maximum length in characters. Longer input isn't kept, because a part of it could be mistaken for all. */
const longest = 100_000
/** The draft that all signed-out screens share. */
const signedOut = { form: 'signed out', user: '' }

type Drafts = Readonly<Record<string, { user: string; texts: Draft['texts'] }>>

function storedDrafts(): Drafts {
  const read = () => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  return tryStorage<Drafts | null>(read) ?? {}
}

function store(drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) deleteDrafts()
  else tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(drafts)))
}

/** Keeps input in this tab until it is saved, or its user leaves it. */
export function keepDraft({ form, user, texts }: Draft): void {
  if (user === undefined) return
  if (JSON.stringify(texts).length > longest) deleteDraft(form)
  else store({ ...storedDrafts(), [form]: { user, texts } })
}

/** Returns the input kept for this user and form, if any. Other users' input is deleted. */
export function readDraft(form: string, user: string): Draft['texts'] | undefined {
  const isOwn = (draft: Drafts[string]) => draft.user === user || draft.user === signedOut.user
  const own = Object.fromEntries(Object.entries(storedDrafts()).filter(([, one]) => isOwn(one)))
  store(own)
  return own[form]?.texts
}

function deleteDraft(form: string): void {
  const { [form]: _deleted, ...others } = storedDrafts()
  store(others)
}

/** Deletes all kept input, when the user logs out. */
export function deleteDrafts(): void {
  tryStorage(() => sessionStorage.removeItem(storageKey))
}

/**
 * Keeps the text of a field of signed-out screens (D99).
 * @param name undefined for a field whose text isn't kept. Never a password's.
 * @returns the text kept for this name, and a function that keeps a new one.
 */
export function useSignedOutText(name: string | undefined) {
  const [before] = useState(() => name && storedDrafts()[signedOut.form]?.texts[name])
  const keep = useCallback(
    (text: string) => {
      const { texts } = storedDrafts()[signedOut.form] ?? {}
      if (name !== undefined) replaceSignedOutTexts({ ...texts, [name]: text })
    },
    [name],
  )
  return [before, keep] as const
}

export function replaceSignedOutTexts(texts: Draft['texts']): void {
  keepDraft({ ...signedOut, texts })
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

/** Whether leaving would lose input. */
export function hasUnsavedText(): boolean {
  return questions.get().length > 0
}

/** Leaves at once if nothing is unsaved, otherwise when the user agrees to each loss. */
export function leaveWhenSaved(leave: () => void): void {
  const askEach = ([first, ...others]: readonly Ask[]): void => {
    if (first) first(() => askEach(others))
    else {
      stopAsking()
      leave()
    }
  }
  askEach(questions.get())
}

/** Removes all questions, because the session has ended. Drafts stay until the same user is back. */
export function stopAsking(): void {
  questions.set([])
}
