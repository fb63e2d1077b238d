import { auditActions } from '../../contract/audit-log'
import { scheduleText } from '../../contract/report-schedule'
import type { Store } from '../api/store'
import { dayTextOf } from '../audit/sign-ins'
import type { SignIn } from '../audit/tables'
import { day as aDay, later } from '../lib/time'
import { obstacleOf } from '../organisation/erasure'
import { tracesOf } from '../organisation/person-erasure'
import { isSignIn, type TimelineEvent, timelineOf } from '../organisation/timeline'
import { emailKey } from '../people/email'
import { findOrganisationBySlug } from '../people/slug'
import type { Deletion, Organisation } from '../people/tables'
import { oneLine } from '../people/visible-text'
import { type Entry, idsFrom, operatorActions } from '../store/entry'

/** A selection from the history. Empty: everything. */
export interface Question {
  /** Only entries by or about a person: an address that somebody has, had, or was invited with. */
  address?: string | undefined
  /** Only that day of the site's time zone: '2026-11-24'. */
  day?: string | undefined
  /** Only these kinds, of `historyKinds`. */
  kinds?: readonly string[]
}

/** The kinds of lines: attempts to sign in, then the actions of entries. */
export const historyKinds: readonly string[] = ['sign-in', ...auditActions, ...operatorActions]

/** @returns whether a text is a day of the calendar: '2026-11-24'. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

type Stored = Pick<Store, 'one' | 'all' | 'findHistory' | 'findSignIns'>

/**
 * The history of one organisation in order, one line for each entry and for the attempts to sign in, for the operator.
 * @param slug the organisation's, or a former one that leads to it.
 * @param timeZone the site's.
 * @returns null for an unknown organisation.
 * @throws Error for an address that nobody of the organisation has or had.
 */
export async function historyOf(
  store: Stored,
  slug: string,
  question: Question = {},
  timeZone = 'UTC',
): Promise<AsyncGenerator<string> | null> {
  const organisation = await findOrganisationBySlug(store, slug, new Date())
  if (!organisation) return null
  const isAbout = await personTest(store, organisation, question.address)
  return linesOf(store, organisation, { ...question, timeZone }, isAbout)
}

type Test = (one: TimelineEvent) => boolean

async function personTest(
  store: Stored,
  { id, name }: Organisation,
  address: string | undefined,
): Promise<Test> {
  if (address === undefined) return () => true
  const member = await store.one('users', { organisationId: id, emailKey: emailKey(address) })
  const { ids, addresses } = await tracesOf({ store }, id, address, member)
  if (ids.length === 0 && addresses.length === 0) {
    throw new Error(`Nobody of ${oneLine(name)} has, or had, the address ${address}.`)
  }
  const users = new Set<string | null>(ids)
  const named = new Set<string | null>(addresses)
  return (one) => {
    if (isSignIn(one)) return users.has(one.userId)
    const { actorId, subjectId, subject, details } = one
    const isListed = details.addresses?.some((listed) => named.has(listed)) === true
    return users.has(actorId) || users.has(subjectId) || named.has(subject) || isListed
  }
}

const kindTest =
  (kinds: readonly string[]): Test =>
  (one) => {
    if (kinds.length === 0) return true
    return kinds.includes(isSignIn(one) ? 'sign-in' : one.action)
  }

async function* linesOf(
  store: Stored,
  { id, name, slug, createdAt }: Organisation,
  { address, day, kinds = [], timeZone }: Question & { timeZone: string },
  isAbout: Test,
): AsyncGenerator<string> {
  yield oneLine(`${name} (${slug}, ${id}), since ${createdAt.toISOString()}`)
  const deletion = await store.one('deletions', { organisationId: id })
  if (deletion) yield oneLine(await endOf(store, deletion))
  if (day === undefined && kinds.length === 0) yield* reportLines(store, id, address)
  const filters = [address, day && `${day} (${timeZone})`, ...kinds].filter((part) => part)
  if (filters.length > 0) yield oneLine(`Only: ${filters.join(', ')}`)
  const isOfKind = kindTest(kinds)
  const dayText = dayTextOf(timeZone)
  const isOfDay = (one: TimelineEvent) => {
    if (day === undefined) return true
    if (isSignIn(one)) return dayText(one.firstAt) <= day && day <= dayText(one.lastAt)
    return dayText(one.at) === day
  }
  // A day here begins up to 14 hours before UTC's. A row that counts a whole day has the id of its first attempt, up to
  // a day before its last.
  const from = day === undefined ? null : idsFrom(later(new Date(day), -2 * aDay))
  const to = day === undefined ? null : idsFrom(later(new Date(day), 2 * aDay))
  let count = 0
  for await (const one of timelineOf(store, id, from)) {
    if (to !== null && one.id > to) break
    if (!isOfDay(one) || !isOfKind(one) || !isAbout(one)) continue
    count += 1
    yield isSignIn(one) ? signInLine(one) : lineOf(one)
  }
  if (count === 0) yield 'Nothing of that is kept: sign-ins are for 90 days, all else for 400.'
}

/** @returns a line for each report, of one person if `address` is given: recipient, schedule, and result of the last mail. */
async function* reportLines(
  store: Stored,
  organisationId: string,
  address: string | undefined,
): AsyncGenerator<string> {
  const reports = await store.all('reports', { organisationId })
  if (reports.length === 0) return
  const members = await store.all('users', { organisationId })
  const emails = new Map(members.map(({ id, email }) => [id, email]))
  for (const report of reports) {
    const email = emails.get(report.userId)
    if (!email || (address !== undefined && emailKey(email) !== emailKey(address))) continue
    const { dashboardId, timeZone, dueAt, pauseReason, lastAt, lastFailure } = report
    yield lineFrom([
      `Report of ${dashboardId} to <${email}>, ${scheduleText(report)} (${timeZone})`,
      dueAt ? `next ${dueAt.toISOString()}` : `paused: ${pauseReason}`,
      lastAt && `last ${lastAt.toISOString()} ${lastFailure ? `FAILED: ${lastFailure}` : 'made'}`,
    ])
  }
}

/** @returns a line about a deletion: who asked for it, when it is due, and what it waits for. */
async function endOf(
  store: Stored,
  { organisationId, requestedBy, requestedAt, dueAt }: Deletion,
): Promise<string> {
  const request = `${requestedBy} asked for that on ${requestedAt.toISOString()}.`
  if (dueAt > new Date()) return `To be deleted on ${dueAt.toISOString()}: ${request}`
  const waiting = {
    plan: 'waits for its plan to end',
    provider:
      'waits for the payment provider to confirm the end of its subscriptions, or list their invoices',
    refund: 'waits for a refund that is owed',
  }
  const waits = await obstacleOf(store, organisationId, new Date(), null)
  return `To be deleted since ${dueAt.toISOString()}, ${waits ? waiting[waits] : 'is next'}: ${request}`
}

/** @returns an entry as a line: time, author, action, subject, ids, source, outcome. */
export function lineOf(entry: Entry): string {
  const { at, actorKind, actorName, actorEmail, action, subject, details, origin, outcome } = entry
  const facts = Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const { subscriptionId, paymentId, network, errorMessage } = entry
  return lineFrom([
    at.toISOString(),
    actorKind === 'user' ? `${actorName ?? 'somebody'} <${actorEmail ?? 'no address'}>` : actorKind,
    action,
    subject,
    ...facts,
    subscriptionId,
    paymentId,
    `(${origin}${network ? ` from ${network}` : ''})`,
    outcome === 'done' ? null : outcome.toUpperCase(),
    errorMessage && `"${errorMessage}"`,
  ])
}

/** @returns attempts to sign in as a line: first time, address, browser, network, result, number and last time. */
function signInLine({ firstAt, lastAt, email, browser, network, result, count }: SignIn): string {
  return lineFrom([
    firstAt.toISOString(),
    `<${email}>`,
    'sign-in',
    `browser=${JSON.stringify(browser)}`,
    `(browser from ${network})`,
    result === 'signed-in' ? null : result.replaceAll('-', ' ').toUpperCase(),
    count === 1 ? null : `${count} times until ${lastAt.toISOString()}`,
  ])
}

const lineFrom = (parts: readonly (string | null)[]) =>
  parts
    .filter((part) => part !== null && part !== '')
    .map((part) => oneLine(String(part)))
    .join('  ')
