type Leave = () => void

/** What somebody has typed and not saved; never a password. */
export interface UnsavedText {
  /** The form, by a name of its own. */
  form: string
  /** Tells users apart; undefined while it isn't known who this one is. */
  user: string | undefined
  /** By the names of the fields. */
  texts: Readonly<Record<string, string>>
}

interface Guard {
  /** Asks the user before they leave what they have typed. */
  ask: (leave: Leave) => void
  text: () => UnsavedText
}

/** Null while nothing would be lost. */
let guard: Guard | null = null

/**
 * From now on the user is asked before they leave.
 * @param ask asks, and calls what it is given when the answer is yes.
 * @param text what would be lost.
 * @returns a function that ends it.
 */
export function guardUnsavedText(ask: Guard['ask'], text: Guard['text']): () => void {
  const own = { ask, text }
  guard = own
  return () => {
    if (guard === own) guard = null
  }
}

/** Whether something typed would be lost by leaving. */
export function hasUnsavedText(): boolean {
  return guard !== null
}

/** Leaves: at once where nothing is lost by it, otherwise when the user says so. */
export function leaveWhenSaved(leave: Leave): void {
  if (guard) guard.ask(leave)
  else leave()
}

/** What was typed may go: the user has said so, or there is nobody left whose it is. */
export function giveUpUnsavedText(): void {
  guard = null
}

const storageKey = 'unsavedText'
/** In characters. What is longer isn't kept: half of it would be mistaken for the whole. */
const longest = 100_000

/** Keeps what would be lost, in this tab, for when the same user is back: their session has ended. */
export function keepUnsavedText(): void {
  const text = guard?.text()
  if (text?.user === undefined) return
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
