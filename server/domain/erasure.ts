import { longest } from '../../contract/text'
import type { Services } from '../services'
import { oneOf, set } from '../store/change'
import { type Entry, formerMember } from '../store/events'
import type { TeamMember } from '../store/team-store'
import { emailKey } from './email'
import { revocationOf } from './team'

/** Entries that are read at once. */
const batch = 500

/** What an organisation keeps of a person beside their account. */
interface Traces {
  /** Their account's id, and those of accounts that they had before. */
  ids: string[]
  /** The keys of their addresses. */
  keys: string[]
  /** Those addresses, as entries have them. */
  addresses: string[]
}

/** The addresses of an account, by its entries. */
interface Known {
  keys: Set<string>
  last: string
}

const isAddress = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.length <= longest.address && text.includes('@')

/**
 * @param member whoever has the address now; undefined: nobody does.
 * @returns what the audit log knows of whoever has, or had, an address: their accounts with all of their addresses, but
 *   none that is another member's by now. Former accounts count if it was their last address or, where nobody has it
 *   now, one of theirs.
 */
export async function tracesOf(
  { store }: Pick<Services, 'store'>,
  organisationId: string,
  address: string,
  member: Pick<TeamMember, 'id'> | undefined,
): Promise<Traces> {
  const { members } = await store.findTeam(organisationId)
  const accounts = new Map<string, Known>()
  const texts = new Set<string>()
  for (let after: string | null = null; ; ) {
    const entries: Entry[] = await store.findHistory(organisationId, after, batch)
    for (const entry of entries) {
      note(accounts, entry)
      const { addresses = [] } = entry.details
      const named = [entry.subject, entry.actorEmail, ...addresses]
      for (const text of named) if (isAddress(text)) texts.add(text)
    }
    after = entries.at(-1)?.id ?? null
    if (entries.length < batch) break
  }
  const key = emailKey(address)
  const isTheirs = (id: string, { keys, last }: Known) =>
    members.every((one) => one.id !== id) && (member ? last === key : keys.has(key))
  const former = [...accounts].filter(([id, known]) => isTheirs(id, known)).map(([id]) => id)
  const ids = [...(member ? [member.id] : []), ...former]
  const ofOthers = new Set(members.filter(({ id }) => id !== member?.id).map((one) => one.emailKey))
  const all = [key, ...ids.flatMap((id) => [...(accounts.get(id)?.keys ?? [])])]
  const keys = new Set(all.filter((one) => !ofOthers.has(one)))
  return {
    ids,
    keys: [...keys],
    addresses: [...texts].filter((text) => keys.has(emailKey(text))),
  }
}

/** Notes the addresses that an entry has of its author. */
function note(accounts: Map<string, Known>, { actorId, actorEmail, action, details }: Entry): void {
  if (actorId === null || !isAddress(actorEmail)) return
  const known = accounts.get(actorId) ?? { keys: new Set(), last: '' }
  const isMove = action === 'address-changed' || action === 'address-put-back'
  const moved = isMove ? [details.from, details.to].filter(isAddress) : []
  for (const email of [actorEmail, ...moved]) known.keys.add(emailKey(email))
  known.last = emailKey(moved.at(-1) ?? actorEmail)
  accounts.set(actorId, known)
}

/** Takes a person out of an organisation's invitations: their name as the inviter, and those to them. */
export function eraseFromInvitations(
  { store }: Pick<Services, 'store'>,
  organisationId: string,
  { ids, keys }: Traces,
): Promise<void> {
  return store.change(
    'erase-person',
    { organisation: organisationId },
    'operator',
    async (read) => {
      const where = { organisationId, emailKey: oneOf(keys) }
      const invitations = await read.all('invitations', where, 'not-held')
      const byThem = { organisationId, invitedById: oneOf(ids) }
      return {
        answer: undefined,
        writes: [
          set('invitations', byThem, { invitedBy: formerMember }),
          ...revocationOf(invitations),
        ],
        entries: null,
        unrecorded: 'is entered once the log is erased, too',
      }
    },
  )
}
