import type { RequestOf, ResponseOf } from '../../contract/calls'
import { asks, isLooser, type SecondFactorRule } from '../../contract/second-factor-rule'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { requireNoWayBack } from '../auth/password-links'
import { later, second } from '../lib/time'
import { noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import type { User } from '../people/tables'
import { oneOf, set, type Write } from '../store/change'
import { type Author, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { type ListedTeam, membersOf } from '../team/team'
import {
  codeRequired,
  refuseIfTwoFactorOff,
  requireFactorOfCaller,
} from '../two-factor/second-factor-check'
import { dueFrom, idsWithFactor, leastRule, ruleInForce } from '../two-factor/second-factor-due'
import { secondFactorRequiredMail } from './mails'

/*
 * An organisation's rule about second factors (D138).
 */

type Rule = Pick<
  ResponseOf<'getOrganisation'>,
  'second_factor' | 'second_factor_least' | 'without_second_factor'
>

/** @returns the rule of the caller's organisation, as its admins see it; nulls if the site has no second factors. */
export function secondFactorRuleOf(
  services: Services,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
  members: ListedTeam['members'],
): Rule {
  if (services.twoFactor.mode === 'off') {
    return { second_factor: null, second_factor_least: null, without_second_factor: null }
  }
  return {
    second_factor: ruleInForce(services, organisation),
    second_factor_least: leastRule(services),
    without_second_factor: members
      .filter(({ hasSecondFactor }) => !hasSecondFactor)
      .map(({ id, fullName, isAdmin }) => ({
        member_id: id,
        fullname: fullName,
        is_organization_admin: isAdmin,
        is_self: id === user.id,
      })),
  }
}

/**
 * @param factorHolders the ids of users who have a second factor.
 * @returns `newlyRequired`: the users who have to set one up when the rule changes; `freed`: those who no longer have to.
 */
function effectOf<Person extends Pick<User, 'id' | 'isAdmin'>>(
  people: readonly Person[],
  factorHolders: ReadonlySet<string>,
  from: SecondFactorRule,
  to: SecondFactorRule,
): { newlyRequired: Person[]; freed: Person[] } {
  const isNew = ({ isAdmin }: Person) => asks(to, isAdmin) && !asks(from, isAdmin)
  return {
    newlyRequired: people.filter((person) => isNew(person) && !factorHolders.has(person.id)),
    freed: people.filter(({ isAdmin }) => asks(from, isAdmin) && !asks(to, isAdmin)),
  }
}

/** Milliseconds between the mails of one change in the outbox, so that other mails go out between them. */
const turnSpacing = second

/**
 * Changes the rule of the caller's organisation. Users who have to set up a second factor get seven days and a mail. Users who
 * no longer have to are free at once.
 * @throws HttpError 404 without second factors; 422 for less than the site requires, and for a looser rule without a code
 * (D92); 409 for a caller without a second factor, or whose account may be taken back (D89); 429 after five changes in a day.
 */
export async function changeSecondFactorRule(
  services: Services,
  caller: Caller,
  client: Client,
  { required, ...proof }: RequestOf<'changeSecondFactorRule'>,
): Promise<void> {
  refuseIfTwoFactorOff(services)
  if (isLooser(required, leastRule(services))) {
    throw new HttpError(422, 'This site requires it for admins.')
  }
  const hasProof = isLooser(required, ruleInForce(services, caller.organisation))
  if (hasProof) await requireFactorOfCaller(services, caller, proof, client)
  const { id } = caller.organisation
  const author = byUser(caller.user, client.network)
  const change = () => saveRule(services, caller, author, required, hasProof)
  await withRateLimit(services, 'secondFactorRuleChanged', { organisation: id }, change, {
    isFree: (isChanged) => !isChanged,
    isRefusalFree: true,
    why: 'This rule was changed too often.',
  })
}

/** @param hasProof whether the caller may loosen the rule. @returns whether the rule was another one. */
function saveRule(
  services: Services,
  caller: Caller,
  author: Author,
  required: SecondFactorRule,
  hasProof: boolean,
): Promise<boolean> {
  const { id } = caller.organisation
  const lock = { organisation: id }
  return services.store.change('change-second-factor-rule', lock, caller, async (read) => {
    const now = services.clock()
    const [organisation, members] = await Promise.all([
      read.one('organisations', { id }, 'not-held'),
      membersOf(read, id),
    ])
    const ids = members.map((member) => member.id)
    const factorHolders = await idsWithFactor(read, services, ids)
    if (!factorHolders.has(caller.user.id))
      throw new HttpError(409, 'Turn on two-factor authentication for yourself first.')
    if (!organisation) return { answer: false }
    const from = ruleInForce(services, organisation)
    if (from === required) return { answer: false }
    // Another admin has tightened the rule meanwhile.
    if (isLooser(required, from) && !hasProof) throw codeRequired()
    await requireNoWayBack(read, services, caller.user.id, 'You can’t change this rule')
    const { newlyRequired, freed } = effectOf(members, factorHolders, from, required)
    const due = dueFrom(now)
    const details = { from, to: required }
    return {
      answer: true,
      writes: [
        ...dueOf(newlyRequired, due),
        ...dueOf(freed, null),
        set('organisations', { id }, { secondFactor: required }),
      ],
      mails: mailsTo(newlyRequired, services, caller, required === 'admins', due, now),
      entries: [entryOf(now, id, author, 'second-factor-required', { details })],
    }
  })
}

function mailsTo(
  newlyRequired: readonly User[],
  services: Services,
  caller: Caller,
  isForAdmins: boolean,
  due: Date,
  now: Date,
): OutgoingMail[] {
  return newlyRequired.map((member, index) => {
    const mail = secondFactorRequiredMail(services, caller, member, isForAdmins, due)
    return noticeFor(services, member, mail, later(now, index * turnSpacing))
  })
}

const dueOf = (people: readonly Pick<User, 'id'>[], secondFactorDue: Date | null): Write[] =>
  people.length === 0
    ? []
    : [set('users', { id: oneOf(people.map(({ id }) => id)) }, { secondFactorDue })]
