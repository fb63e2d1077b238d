import { longest } from '../../contract/text'
import type { Services } from '../api/services'
import type { AuditStore } from '../api/store'
import { formerMember } from '../audit/events'
import { emailKey } from '../people/email'
import { type ChangeStore, oneOf, remove, set } from '../store/change'
import type { Entry } from '../store/entry'
import { type Member, membersOf, removalOf } from '../team/team'
import { isSignIn, timelineOf } from './timeline'

/** The traces of a person in an organisation, except their account. */
interface Traces {
  /** The ids of the person's account and former accounts. */
  ids: string[]
  /** The keys of the person's addresses. */
  keys: string[]
  /** The same addresses as written in entries. */
  addresses: string[]
}

/** The addresses of an account, according to its entries. */
interface AccountAddresses {
  keys: Set<string>
  last: string
}

const isAddress = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.length <= longest.address && text.includes('@')

/**
 * Finds the accounts of the person who has, or had, an address, in the audit log and the sign-ins. A former account is the
 * person's if this was its last address or, if nobody has the address now, any of its addresses.
 * @param member the member who has the address now; null for none.
 * @returns those accounts and all of their addresses, except addresses that other members have now.
 */
export async function tracesOf(
  { store }: { store: Pick<ChangeStore, 'all'> & Pick<AuditStore, 'findHistory' | 'findSignIns'> },
  organisationId: string,
  address: string,
  member: Pick<Member, 'id'> | null,
): Promise<Traces> {
  const members = await membersOf(store, organisationId)
  const accounts = new Map<string, AccountAddresses>()
  const texts = new Set<string>()
  for await (const one of timelineOf(store, organisationId)) {
    if (isSignIn(one)) {
      addAddresses(accounts, one.userId, [one.email])
      continue
    }
    addAddresses(accounts, one.actorId, addressesOf(one))
    const { addresses = [] } = one.details
    const named = [one.subject, one.actorEmail, ...addresses]
    for (const text of named) if (isAddress(text)) texts.add(text)
  }
  const key = emailKey(address)
  const isOfPerson = (id: string, { keys, last }: AccountAddresses) =>
    members.every((one) => one.id !== id) && (member ? last === key : keys.has(key))
  const former = [...accounts].filter(([id, known]) => isOfPerson(id, known)).map(([id]) => id)
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

/** @returns the author's addresses in an entry. The last one is the address after it. */
function addressesOf({ actorEmail, action, details }: Entry): string[] {
  if (!isAddress(actorEmail)) return []
  const isAddressChange = action === 'address-changed' || action === 'address-put-back'
  return [actorEmail, ...(isAddressChange ? [details.from, details.to].filter(isAddress) : [])]
}

/** Adds addresses to an account. The last one becomes its present address. */
function addAddresses(
  accounts: Map<string, AccountAddresses>,
  id: string | null,
  addresses: string[],
): void {
  const last = addresses.at(-1)
  if (id === null || last === undefined) return
  const { keys } = accounts.get(id) ?? { keys: new Set<string>() }
  for (const email of addresses) keys.add(emailKey(email))
  accounts.set(id, { keys, last: emailKey(last) })
}

/**
 * Erases a person from an organisation's rows: the inviter's name, invitations to the person, the author of a deletion request,
 * accounting addresses, and sign-ins.
 */
export function eraseFromRows(
  { store }: Pick<Services, 'store'>,
  organisationId: string,
  { ids, keys }: Traces,
): Promise<void> {
  return store.change('erase-person', { organisation: organisationId }, null, async (read) => {
    const where = { organisationId, emailKey: oneOf(keys) }
    const invitations = await read.all('invitations', where, 'not-held')
    const sentByPerson = { organisationId, invitedById: oneOf(ids) }
    return {
      answer: undefined,
      writes: [
        set('invitations', sentByPerson, { invitedBy: formerMember }),
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
