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
import { entryOf } from '../store/entry'
import { type ListedTeam, membersOf } from '../team/team'
import {
  codeRequired,
  refuseIfTwoFactorOff,
  requireFactorOfCaller,
} from '../two-factor/second-factor-check'
import { dueFrom, leastRule, ruleInForce, whoHasFactor } from '../two-factor/second-factor-due'
import { secondFactorAskedMail } from './mails'

/*
 * Whom an organisation asks for a second factor (D138).
 */

type Rule = Pick<
  ResponseOf<'getOrganisation'>,
  'second_factor' | 'second_factor_least' | 'without_second_factor'
>

/** @returns the rule for the caller's organisation as its admins see it; all null without second factors. */
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
 * @param having the ids of those who have a second factor.
 * @returns whose time to set one up begins when the rule changes, and who is free from then on.
 */
export function effectOf<Person extends Pick<User, 'id' | 'isAdmin'>>(
  people: readonly Person[],
  having: ReadonlySet<string>,
  from: SecondFactorRule,
  to: SecondFactorRule,
): { asked: Person[]; freed: Person[] } {
  const isNew = ({ isAdmin }: Person) => asks(to, isAdmin) && !asks(from, isAdmin)
  return {
    asked: people.filter((person) => isNew(person) && !having.has(person.id)),
    freed: people.filter(({ isAdmin }) => asks(from, isAdmin) && !asks(to, isAdmin)),
  }
}

/** The distance between the mails of one change in the outbox, in ms, so that others interleave. */
const turnSpacing = second

/**
 * Changes whom the caller's organisation asks for a second factor. Who is asked from then on, and has none, gets seven days
 * and a mail; who isn't asked any more is free at once.
 * @throws HttpError 404 without second factors; 422 for less than the site asks for, and for a looser rule without a code (D92); 409 for a caller who has none, or whose
 *   account can be taken back (D89); 429 after five changes in a day.
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
  const isLoosened = isLooser(required, ruleInForce(services, caller.organisation))
  if (isLoosened) await requireFactorOfCaller(services, caller, proof, client)
  const by = byUser(caller.user, client.network)
  const { id } = caller.organisation
  const lock = { organisation: id }
  const change = () =>
    services.store.change<boolean>('change-second-factor-rule', lock, caller, async (read) => {
      const now = services.clock()
      const [organisation, members] = await Promise.all([
        read.one('organisations', { id }, 'not-held'),
        membersOf(read, id),
      ])
      const ids = members.map((member) => member.id)
      const having = await whoHasFactor(read, services, ids)
      if (!having.has(caller.user.id)) throw new HttpError(409, 'Set up your own first.')
      if (!organisation) return { answer: false }
      const from = ruleInForce(services, organisation)
      if (from === required) return { answer: false }
      // Somebody else has tightened it meanwhile.
      if (isLooser(required, from) && !isLoosened) throw codeRequired()
      await requireNoWayBack(read, services, caller.user.id, 'You can’t change this rule')
      const { asked, freed } = effectOf(members, having, from, required)
      const due = dueFrom(now)
      const facts = {
        productName: services.productName,
        link: `${services.appUrl}/dashboard/profile`,
        timeZone: services.timeZone,
        organisationName: organisation.name,
        changedBy: caller.user.fullName,
        isForAdmins: required === 'admins',
        due,
      }
      return {
        answer: true,
        writes: [
          ...dueOf(asked, due),
          ...dueOf(freed, null),
          set('organisations', { id }, { secondFactor: required }),
        ],
        mails: asked.map((member, index) => {
          const mail = secondFactorAskedMail({ ...facts, fullName: member.fullName })
          return noticeFor(services, member, mail, later(now, index * turnSpacing))
        }),
        entries: [
          entryOf(now, id, by, 'second-factor-required', { details: { from, to: required } }),
        ],
      }
    })
  await withRateLimit(services, 'secondFactorRuleChanged', { organisation: id }, change, {
    isFree: (isChanged) => !isChanged,
    isRefusalFree: true,
    why: 'This rule was changed too often.',
  })
}

const dueOf = (people: readonly Pick<User, 'id'>[], secondFactorDue: Date | null): Write[] =>
  people.length === 0
    ? []
    : [set('users', { id: oneOf(people.map(({ id }) => id)) }, { secondFactorDue })]
