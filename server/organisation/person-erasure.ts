import { longest } from '../../contract/text'
import type { Services } from '../api/services'
import type { AuditStore } from '../api/store'
import { formerMember } from '../audit/events'
import { emailKey } from '../people/email'
import { type ChangeStore, oneOf, remove, set } from '../store/change'
import type { Entry } from '../store/entry'
import { type Member, membersOf, removalOf } from '../team/team'
import { isSignIn, storyOf } from './story'

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
 * @param member whoever has the address now; null: nobody does.
 * @returns what the audit log and the sign-ins know of whoever has, or had, an address: their accounts with all of their
 *   addresses, but none that is another member's by now. Former accounts count if it was their last address or, where
 *   nobody has it now, one of theirs.
 */
export async function tracesOf(
  { store }: { store: Pick<ChangeStore, 'all'> & Pick<AuditStore, 'findHistory' | 'findSignIns'> },
  organisationId: string,
  address: string,
  member: Pick<Member, 'id'> | null,
): Promise<Traces> {
  const members = await membersOf(store, organisationId)
  const accounts = new Map<string, Known>()
  const texts = new Set<string>()
  for await (const one of storyOf(store, organisationId)) {
    if (isSignIn(one)) {
      note(accounts, one.userId, [one.email])
      continue
    }
    note(accounts, one.actorId, addressesOf(one))
    const { addresses = [] } = one.details
    const named = [one.subject, one.actorEmail, ...addresses]
    for (const text of named) if (isAddress(text)) texts.add(text)
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

/** @returns the addresses that an entry has of its author, the one that they had from then on last. */
function addressesOf({ actorEmail, action, details }: Entry): string[] {
  if (!isAddress(actorEmail)) return []
  const isMove = action === 'address-changed' || action === 'address-put-back'
  return [actorEmail, ...(isMove ? [details.from, details.to].filter(isAddress) : [])]
}

/** Notes addresses of an account, the last of which it has by then. */
function note(accounts: Map<string, Known>, id: string | null, addresses: string[]): void {
  const last = addresses.at(-1)
  if (id === null || last === undefined) return
  const { keys } = accounts.get(id) ?? { keys: new Set<string>() }
  for (const email of addresses) keys.add(emailKey(email))
  accounts.set(id, { keys, last: emailKey(last) })
}

/**
 * Takes a person out of an organisation's invitations (their name as the inviter, and those to them), the request to delete
 * it, accounting addresses, and sign-ins.
 */
export function eraseFromRows(
  { store }: Pick<Services, 'store'>,
  organisationId: string,
  { ids, keys }: Traces,
): Promise<void> {
  return store.change('erase-person', { organisation: organisationId }, null, async (read) => {
    const where = { organisationId, emailKey: oneOf(keys) }
    const invitations = await read.all('invitations', where, 'not-held')
    const byThem = { organisationId, invitedById: oneOf(ids) }
    return {
      answer: undefined,
      writes: [
        set('invitations', byThem, { invitedBy: formerMember }),
        ...removalOf(invitations),
        set(
          'deletions',
          { organisationId, requestedById: oneOf(ids) },
          { requestedBy: formerMember },
        ),
        remove('copies', where),
        remove('signIns', { organisationId, userId: oneOf(ids) }),
      ],
      entries: null,
      unrecorded: 'is entered once the log is erased, too',
    }
  })
}
