import type { Services } from '../api/services'
import { formerMember } from '../audit/events'
import { endSessions as endAllSessions } from '../auth/session'
import { correctInvoice as correctOne, describeCorrection } from '../billing/invoices/correction'
import { paymentBy } from '../billing/payer'
import { cancelSubscription } from '../billing/plan/billing-details'
import type { ChangingServices } from '../billing/save'
import { eraseOrganisation } from '../organisation/erasure'
import { eraseFromRows, tracesOf } from '../organisation/person-erasure'
import { exportOf } from '../organisation/person-export'
import { byOperator } from '../people/author'
import { emailKey } from '../people/email'
import { findOrganisationBySlug } from '../people/slug'
import type { Organisation, User } from '../people/tables'
import { above, set as setRows } from '../store/change'
import { entryOf } from '../store/entry'
import { resetSecondFactor } from '../team/second-factor-reset'
import { changeRole, deleteMember, type Member, membersOf } from '../team/team'
import type { SecondFactorMode } from '../two-factor/second-factor-due'

/*
 * Requests of users to the operator that their admins can't or mustn't fulfil. Each describes its effect first. It checks
 * everything again when it runs, because something may have changed before the operator confirmed it.
 */

/**
 * The services that requests use. Running servers, or the next one to start, deliver the mails and tell the provider.
 */
export type OperatorServices = ChangingServices &
  SecondFactorMode &
  Pick<Services, 'work' | 'tax' | 'accessTokenSecret' | 'readFont'> & {
    /** The operator's words on invoices to other countries, also while `TAX` is off. */
    exportNote?: string
  }

export interface PeopleRequest {
  /** A description of the effect, in whole sentences. */
  will: string
  /** Runs it. @returns the result. @throws Error if it can't be done, with advice. */
  act(): Promise<string>
}

/** Describes a request. @throws Error if it can't be done, with the reason. */
type DescribeRequest = (
  services: OperatorServices,
  slug: string,
  subject: string,
) => Promise<PeopleRequest>

/** The operator as the author of a change; mails show the name. */
const operatorOf = (organisation: Organisation) => ({
  user: { fullName: 'The operator of this site' },
  organisation,
  author: byOperator(),
})

/** @throws Error for an unknown organisation. */
async function organisationOf(
  { store, clock }: OperatorServices,
  slug: string,
): Promise<Organisation> {
  const organisation = await findOrganisationBySlug(store, slug, clock())
  if (!organisation) throw new Error(`There is no organisation with the slug ${slug}.`)
  return organisation
}

/** @returns a line about the organisation, and one for each of its people. */
export async function listPeople(services: OperatorServices, slug: string): Promise<string[]> {
  const organisation = await organisationOf(services, slug)
  const { id, name, createdAt } = organisation
  const { store, clock } = services
  const members = await membersOf(store, id)
  const open = await store.all('invitations', { organisationId: id, expiresAt: above(clock()) })
  const live = await store.one('subscriptions', { organisationId: id, state: 'live' })
  const plan = live ? `plan ${live.plan.name} (${live.id})` : 'no plan'
  return [
    `${name} (${organisation.slug}, ${id}), since ${createdAt.toISOString()}, ${plan}, ${open.length} open invitations`,
    ...members.map(
      (member) =>
        `${member.isAdmin ? 'admin ' : 'member'}  ${nameOf(member)}  since ${member.createdAt.toISOString()}  ${member.id}`,
    ),
  ]
}

const nameOf = ({ fullName, email }: Pick<User, 'fullName' | 'email'>) => `${fullName} <${email}>`

/** @returns a request about a member. It fails if nobody of the organisation has the address. */
function aboutMember(
  describe: (
    services: OperatorServices,
    organisation: Organisation,
    member: Member,
  ) => PeopleRequest | Promise<PeopleRequest>,
): DescribeRequest {
  return async (services, slug, address) => {
    const organisation = await organisationOf(services, slug)
    const isMeant = { organisationId: organisation.id, emailKey: emailKey(address) }
    const member = await services.store.one('users', isMeant)
    if (!member) throw new Error(`Nobody of ${organisation.name} has the address ${address}.`)
    return await describe(services, organisation, member)
  }
}

export const makeAdmin = aboutMember((services, organisation, member) => {
  if (member.isAdmin) throw new Error(`${nameOf(member)} is already an admin.`)
  return {
    will: `${nameOf(member)} becomes an admin of ${organisation.name}. All its admins get a mail.`,
    async act() {
      await changeRole(services, operatorOf(organisation), null, member.id, true)
      return `${nameOf(member)} is an admin of ${organisation.name}.`
    },
  }
})

/** Deletes an account. */
export const removePerson = aboutMember(async (services, organisation, member) => {
  const isLive = { organisationId: organisation.id, state: 'live' } as const
  const paysFor = paymentBy(member.id, await services.store.one('subscriptions', isLive))
  const payment = paysFor
    ? ` The payment method that ${member.fullName} gave goes on paying for the plan ${paysFor.planName}.`
    : ''
  return {
    will: `The account of ${nameOf(member)} is deleted, and ${member.fullName} is signed out everywhere. ${member.fullName} and the admins of ${organisation.name} get a mail. What ${member.fullName} did stays in the audit log by name.${payment}`,
    async act() {
      await remove(services, organisation, member)
      return `${nameOf(member)} is no member of ${organisation.name} any more.`
    },
  }
})

async function remove(
  services: OperatorServices,
  organisation: Organisation,
  member: Member,
): Promise<void> {
  const { store } = services
  const { id, name } = organisation
  if ((await membersOf(store, id)).length === 1) {
    throw new Error(`${nameOf(member)} is the only person of ${name}: delete the organisation.`)
  }
  const live = await store.one('subscriptions', { organisationId: id, state: 'live' })
  await deleteMember(services, operatorOf(organisation), null, member.id, live)
}

/** Signs a user out everywhere. */
export const endSessions = aboutMember(({ store, clock }, organisation, member) => {
  return {
    will: `${nameOf(member)} is signed out everywhere.`,
    async act() {
      const facts = { subject: member.fullName, subjectId: member.id }
      const entry = entryOf(clock(), organisation.id, byOperator(), 'sessions-ended', facts)
      // No session has an empty id.
      const all = { except: '' }
      const count = await endAllSessions(store, null, member.id, all, entry)
      return `${count} sessions of ${nameOf(member)} have ended.`
    },
  }
})

/** Resets the second factor of a user who has lost phone and recovery codes. */
export const resetTwoFactor = aboutMember((services, organisation, member) => {
  return {
    will: `${nameOf(member)} signs in with the password alone from now on, and gets a mail. Make sure that it is ${member.fullName} who asks.`,
    async act() {
      await resetSecondFactor(services, operatorOf(organisation), null, member.id)
      return `${nameOf(member)} has no second factor any more.`
    },
  }
})

/**
 * Lets a user prove their address again (D90). Everybody who reads its mailbox can then get the account by a new password,
 * without a code.
 */
export const unproveAddress = aboutMember(({ store }, _organisation, member) => {
  const { id } = member
  return {
    will: `Until a link that is mailed to ${member.email} was used, a new password by mail needs no code for this account, and removes its second factor and passkeys. Make sure that the address belongs to ${member.fullName}.`,
    async act() {
      const lock = { user: id } as const
      await store.change('unprove-address', lock, null, async (read) => {
        if (!(await read.one('users', { id }))) throw new Error(`${nameOf(member)} has left.`)
        return {
          answer: undefined,
          writes: [setRows('users', { id }, { isAddressProven: false })],
          entries: null,
          unrecorded: 'changes nothing until a link is used, which is entered then',
        }
      })
      return `${nameOf(member)} has to prove the address again.`
    },
  }
})

/** Exports the data stored about a user. */
export const exportPerson = aboutMember((services, organisation, member) => {
  const { id, fullName } = member
  return {
    will: `Everything that is kept about ${nameOf(member)} is written to standard output, as JSON. It is for them alone.`,
    async act() {
      const user = await services.store.one('users', { id })
      if (!user) throw new Error(`${fullName} has left meanwhile.`)
      const facts = { subject: fullName, subjectId: id }
      const entry = entryOf(services.clock(), organisation.id, byOperator(), 'data-exported', facts)
      await services.store.addEntries([entry])
      let text = ''
      for await (const piece of await exportOf(services, user, organisation)) text += piece
      return JSON.stringify(JSON.parse(text), null, 2)
    },
  }
})

/** Removes a user, if still a member, and erases name and address from the log. */
export const erasePerson: DescribeRequest = async (services, slug, address) => {
  const { store } = services
  const organisation = await organisationOf(services, slug)
  const isMeant = { organisationId: organisation.id, emailKey: emailKey(address) }
  const member = await store.one('users', isMeant)
  const found = await tracesOf(services, organisation.id, address, member)
  if (found.ids.length === 0 && found.addresses.length === 0) {
    throw new Error(`Nobody of ${organisation.name} has, or had, the address ${address}.`)
  }
  const first = member ? `The account of ${nameOf(member)} is deleted. ` : ''
  return {
    will: `${first}In the audit log of ${organisation.name}, '${formerMember}' stands in place of the name and of ${address}, in every spelling, and of the addresses before; so it does where they invited somebody. Invitations to them, copies of receipts to their addresses, and their sign-ins, are gone. This can't be undone.`,
    async act() {
      if (member) await remove(services, organisation, member)
      // Searched again, because there may be new traces.
      const traces = await tracesOf(services, organisation.id, address, member)
      await eraseFromRows(services, organisation.id, traces)
      const entry = entryOf(services.clock(), organisation.id, byOperator(), 'erased')
      const count = await store.erasePerson(organisation.id, traces, [entry])
      return `Erased from ${count} entries of ${organisation.name}.`
    },
  }
}

/** Deletes an organisation, its people and all of its data. Ends a plan first. */
export async function deleteOrganisation(
  services: OperatorServices,
  slug: string,
): Promise<PeopleRequest> {
  const { store } = services
  const organisation = await organisationOf(services, slug)
  const { name, id } = organisation
  const members = await membersOf(store, id)
  const live = await store.one('subscriptions', { organisationId: id, state: 'live' })
  const plan = live ? `Its plan ${live.plan.name} ends now, without a refund. ` : ''
  return {
    will: `${plan}${name} is deleted with its ${members.length} people, its audit log and its billing history. Its admins get a mail with its receipts. This can't be undone.`,
    async act() {
      if (live) await cancelSubscription(services, organisation, byOperator())
      if (!(await eraseOrganisation(services, id, 'operator'))) return `${name} is deleted.`
      throw new Error(
        `${name} has no plan any more, but isn't deleted yet: the payment provider has to confirm the end of its subscriptions and list their invoices, or a refund is owed. Servers see to that within minutes; an unpaid checkout takes up to an hour. Then run this again. npm run explain -- ${slug} says what is open.`,
      )
    },
  }
}

/** Corrects the buyer on a tax invoice (D143). @param number the invoice's number. */
export const correctInvoice: DescribeRequest = async (services, slug, number) => {
  const organisation = await organisationOf(services, slug)
  return {
    will: await describeCorrection(services, organisation.id, number),
    async act() {
      const { creditNote, invoice } = await correctOne(
        services,
        organisation.id,
        number,
        services.exportNote,
      )
      return `${creditNote.number} gives back ${number}, and ${invoice.number} replaces it. The admins of ${organisation.name} get a mail.`
    },
  }
}
