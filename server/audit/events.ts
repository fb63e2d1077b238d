import { searchText } from '../../contract/search-text'
import type { Entry } from '../store/entry'

/** @returns an entry's names, addresses and facts as searches compare them. */
export function wordsOf(entry: Pick<Entry, 'actorName' | 'actorEmail' | 'subject' | 'details'>) {
  const facts = Object.values(entry.details).flat()
  const words = [entry.actorName, entry.actorEmail, entry.subject, ...facts]
  return searchText(words.filter((word) => word !== null && word !== undefined).join('\n'))
}

/** The text that replaces the name of an erased person. */
export const formerMember = 'a former member'

/** Actions whose details contain the author's name or address. */
export const entriesWithPerson: readonly Entry['action'][] = [
  'profile-changed',
  'address-changed',
  'address-put-back',
]
