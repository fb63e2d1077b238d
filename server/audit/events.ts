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

/** The places where an entry names an erased person: as its author, its subject, or in its list of addresses. */
interface Erased {
  isActor: boolean
  isSubject: boolean
  addresses: readonly string[]
}

/** @returns an entry without an erased person. */
export function withoutPerson(entry: Entry, { isActor, isSubject, addresses }: Erased): Entry {
  const listed = entry.details.addresses?.map((one) =>
    addresses.includes(one) ? formerMember : one,
  )
  return {
    ...entry,
    ...(listed && { details: { ...entry.details, addresses: listed } }),
    ...(isActor && { actorName: formerMember, actorEmail: null, network: null }),
    ...(isActor && entriesWithPerson.includes(entry.action) && { details: {} }),
    ...(isSubject && { subject: formerMember }),
  }
}
