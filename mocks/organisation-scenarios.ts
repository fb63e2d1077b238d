import { unknownBrowser } from '../server/api/client'
import type { MemoryData } from '../server/app/memory-store'
import { demoNetwork, monthsBefore } from '../server/demo/demo'
import { day, hour, later, minute } from '../server/lib/time'
import { byUser } from '../server/people/author'
import { newUser } from '../server/people/person'
import type { Organisation, User } from '../server/people/tables'
import { entryOf } from '../server/store/entry'
import { prepareInvitation } from '../server/team/invitation'

/* Adds people, invitations and audit entries for mock mode's scenarios. */

export interface ScenarioTarget {
  data: MemoryData
  organisation: Organisation
  admin: User
}

const names = ['Ada', 'Bilal', 'Chloe', 'Dmitri', 'Esra', 'Femi', 'Greta', 'Hana', 'Ivan', 'Jing']
const surnames = ['Alvarez', 'Brandt', 'Costa', 'Demir', 'Eze', 'Fischer', 'Gupta', 'Haddad']

/** Adds members up to `count`, who can't sign in: their passwords are unknown. */
export function addMembers({ data, organisation, admin }: ScenarioTarget, count: number): void {
  const present = data.users.filter(({ organisationId }) => organisationId === organisation.id)
  for (let index = present.length; index < count; index += 1) {
    const name = `${names[index % names.length]} ${surnames[index % surnames.length]}`
    data.users.push(
      newUser({
        organisationId: organisation.id,
        fullName: name,
        email: `${name.toLowerCase().replace(' ', '.')}.${index}@acme.test`,
        passwordHash: 'of nobody',
        isAdmin: index % 25 === 0,
        createdAt: later(admin.createdAt, index * hour),
      }),
    )
  }
}

/** Adds an expired invitation, whose mail was sent. */
export function addExpiredInvitation(target: ScenarioTarget): void {
  addInvitation(target, 'late@acme.test', later(new Date(), -8 * day))
}

/** Adds open invitations until all seats of the plan are taken. @param limit the plan's number of seats. */
export function fillSeats(target: ScenarioTarget, limit: number): void {
  addMembers(target, limit - 2)
  addInvitation(target, 'first@acme.test', later(new Date(), -hour))
  addInvitation(target, 'second@acme.test', later(new Date(), -minute))
}

function addInvitation(
  { data, organisation, admin }: ScenarioTarget,
  email: string,
  at: Date,
): void {
  const services = {
    clock: () => at,
    appUrl: '',
    productName: 'Orglens',
    mail: { captures: true },
  }
  const { invitation } = prepareInvitation(services, { user: admin, organisation }, email)
  data.invitations.push({ ...invitation, mailSettledAt: at })
}

/** Adds audit entries, one every ten minutes up to now. */
export function addEntries({ data, organisation, admin }: ScenarioTarget, count: number): void {
  const now = Date.now()
  for (let index = count; index > 0; index -= 1) {
    const at = new Date(now - index * 10 * minute)
    const subject = `${names[index % names.length]?.toLowerCase()}@acme.test`
    const author = byUser(admin, demoNetwork)
    data.events.push(
      index % 3 === 0
        ? entryOf(at, organisation.id, author, 'signed-in', {
            details: { browser: 'Firefox on Windows' },
          })
        : entryOf(at, organisation.id, author, index % 3 === 1 ? 'invited' : 'invitation-revoked', {
            subject,
          }),
    )
  }
}

const browsers = [
  'Chrome on Android',
  'Safari on macOS',
  'Edge on Windows',
  'Firefox on Linux',
  unknownBrowser,
]

/**
 * Adds sessions up to `count`, the sign-in's included. Their tokens are unknown.
 */
export function addSessions(data: MemoryData, { id: userId }: User, count: number): void {
  const present = data.sessions.filter((session) => session.userId === userId).length
  for (let index = 1; index < count - present; index += 1) {
    const lastActiveAt = later(new Date(), -2 * hour * index ** 2)
    const createdAt = later(lastActiveAt, -5 * day)
    data.sessions.push({
      id: crypto.randomUUID(),
      userId,
      refreshTokenHash: crypto.randomUUID(),
      createdAt,
      expiresAt: later(new Date(), 20 * day),
      browser: browsers[(index - 1) % browsers.length] ?? '',
      network: index % 4 === 3 ? '2001:db8:7:1::/64' : `198.51.100.${index % 250}`,
      lastActiveAt,
      codeGivenAt: null,
      isByPasskey: false,
    })
  }
}

/**
 * Adds receipts, one a month up to this one: some unpaid, some refunded, in full or in part.
 * @param isRefunded whether the fourth-last is, too.
 */
export function addReceipts(
  { data, organisation }: ScenarioTarget,
  count: number,
  isRefunded: boolean,
): void {
  const now = new Date()
  for (let index = 0; index < count; index += 1) {
    const periodStart = monthsBefore(now, index)
    const isUnpaid = index % 12 === 2
    const amount = index % 5 === 4 ? 2900 : 9900
    data.receipts.push({
      id: `inv_scenario_${index}`,
      subscriptionId: 'sub_scenario',
      organisationId: organisation.id,
      organisationName: organisation.name,
      planName: amount === 2900 ? 'Starter' : 'Growth',
      number: null,
      paymentId: isUnpaid ? null : `pay_scenario_${index}`,
      issuedAt: periodStart,
      paidAt: isUnpaid ? null : periodStart,
      periodStart,
      periodEnd: monthsBefore(now, index - 1),
      amount,
      refundedAmount:
        index % 12 === 5 || (isRefunded && index === 3) ? amount : index % 12 === 8 ? 1500 : 0,
      currency: 'USD',
      method: isUnpaid ? null : { kind: 'card', network: 'Visa', lastDigits: '4242' },
      url: null,
      askedAt: now,
      paymentAskedAt: now,
      refundHeardAt: null,
      billedTo: null,
      isMailed: true,
    })
  }
}
