import { keepDraft, readDraft } from '../../ui/forms/unsaved-text'

/*
 * The commands that a user chose lately, by their ids. They are kept beside the user's drafts: in the tab, until the
 * user logs out.
 */

const form = 'recent'
const mostRecent = 5

/** @param user the user's address; undefined while unknown. @returns the latest first. */
export const recentIds = (user: string | undefined): string[] =>
  (user && readDraft(form, user)?.ids?.split('\n')) || []

export function addRecent(user: string | undefined, id: string): void {
  const others = recentIds(user).filter((one) => one !== id)
  keepDraft({ form, user, texts: { ids: [id, ...others].slice(0, mostRecent).join('\n') } })
}
