import { createSiteZone } from '../../contract/site-day'
import type { Client } from '../api/client'
import type { Services } from '../api/services'
import type { User } from '../people/tables'
import { put, type Reading, type Write } from '../store/change'
import { newEntryId } from '../store/entry'
import type { SignIn, SignInResult } from './tables'

/** An attempt to sign in, or a password or code that was given for something else. */
export interface Attempt extends Pick<SignIn, 'result' | 'browser' | 'network' | 'day'> {
  at: Date
}

/** @returns an attempt that is made now, with its day in the site's time zone. */
export function attemptOf(
  { clock, timeZone }: Pick<Services, 'clock' | 'timeZone'>,
  result: SignInResult,
  { browser, network }: Client,
): Attempt {
  const at = clock()
  return { result, browser, network: network.wide, day: dayTextOf(timeZone)(at), at }
}

/** @returns a function that gives the day of an instant in a time zone: '2026-11-24'. */
export function dayTextOf(timeZone: string): (at: Date) => string {
  const { dayOf } = createSiteZone(timeZone)
  return (at) => dayOf(at).toISOString().slice(0, 10)
}

/** @returns the row that an attempt is counted in. Read it in a change that holds the user's lock. */
export const rowOfAttempt = (read: Reading, userId: string, { day, result, network }: Attempt) =>
  read.one('signIns', { userId, day, result, network }, 'not-held')

/** @param before the row from `rowOfAttempt`. @returns the write that counts the attempt (D133). */
export function writeOfAttempt(
  before: SignIn | null,
  { id: userId, organisationId, email }: Pick<User, 'id' | 'organisationId' | 'email'>,
  { at, ...attempt }: Attempt,
): Write {
  const { id, firstAt, count } = before ?? { id: newEntryId(at), firstAt: at, count: 0 }
  const counted = { id, firstAt, lastAt: at, count: count + 1 }
  const row = { ...attempt, ...counted, email, userId, organisationId }
  return put('signIns', ['userId', 'day', 'result', 'network'], row)
}

/** Notes a refused attempt for the operator. A failure to do so is logged, and the user reads the reason of the refusal. */
export async function noteRefusal(
  services: Pick<Services, 'store' | 'clock' | 'timeZone' | 'log'>,
  { id }: Pick<User, 'id'>,
  result: Exclude<SignInResult, 'signed-in'>,
  client: Client,
): Promise<void> {
  const { store, log } = services
  try {
    await store.change('note-refusal', { user: id }, null, async (read) => {
      const attempt = attemptOf(services, result, client)
      const [user, before] = await Promise.all([
        read.one('users', { id }),
        rowOfAttempt(read, id, attempt),
      ])
      if (!user) return { answer: undefined }
      return {
        answer: undefined,
        writes: [writeOfAttempt(before, user, attempt)],
        entries: null,
        unrecorded: 'is for the operator alone, who finds it by itself',
      }
    })
  } catch (error) {
    log.error('A refused sign-in could not be noted', { error: String(error) })
  }
}
