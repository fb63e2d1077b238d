import { useCallback, useState } from 'react'
import { pageState } from '../../lib/page-state'
import { tryStorage } from '../../lib/try-storage'

/** A form's unsaved input; never a password. It is kept in the tab, so that neither a reload nor the end of the session loses it. */
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
/** The input of signed-out screens, which all share it. */
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

/** Deletes all kept input: the user has logged out. */
export function deleteDrafts(): void {
  tryStorage(() => sessionStorage.removeItem(storageKey))
}

/**
 * What was typed before into a field of a signed-out screen, or another of the same name, and a function that keeps
 * it (D99).
 * @param name undefined: keeps nothing. Never a password's.
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

/** Asks the user before they leave unsaved input, and calls its argument if they agree. */
type Ask = (leave: () => void) => void

/** One question for each part of the page that has something to lose. */
const questions = pageState<readonly Ask[]>('unsaved text', [])

/**
 * From now on the user is asked before leaving.
 * @param form the form whose draft goes when it is saved, or left.
 * @returns a function that stops it.
 */
export function askBeforeLeaving(ask: Ask, form: string | undefined): () => void {
  questions.set([...questions.get(), ask])
  return () => {
    // The session has ended: the draft waits for its user.
    if (!questions.get().includes(ask)) return
    questions.set(questions.get().filter((one) => one !== ask))
    if (form !== undefined) deleteDraft(form)
  }
}

/** Whether leaving would lose input. */
export function hasUnsavedText(): boolean {
  return questions.get().length > 0
}

/** Leaves: at once if nothing is lost, otherwise when the user agrees to each loss. */
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

/** Lets the page go without a question: the session has ended. Drafts stay, for when the same user is back. */
export function stopAsking(): void {
  questions.set([])
}
