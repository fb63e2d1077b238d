import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { countOrRefuse, countsOf, networkSubject } from '../api/rate-limit'
import type { Services } from '../api/services'
import { day, later } from '../lib/time'
import { mailboxOf } from '../people/email'

/**
 * Counts invitations, first against the sending organisation and the network, then against the recipients (D49).
 * Addresses count whether or not they are invited, because the answer tells which have an account (D102).
 * @param emailKeys the recipients, each once.
 * @returns the recipients who may be invited now; the others have been invited often enough today.
 * @throws HttpError 429 when the organisation, or the network, has used up its limit, 422 when the organisation may never
 *   send so many at once. Then nothing is counted.
 */
export async function countInvitations(
  services: Services,
  { organisation, live }: Pick<Caller, 'organisation' | 'live'>,
  network: Network,
  emailKeys: readonly string[],
): Promise<Set<string>> {
  const { store, clock } = services
  if (emailKeys.length === 0) return new Set()
  const now = clock()
  const isNew = live === null && organisation.createdAt > later(now, -day)
  const countsOfSending = (cost: number) =>
    countsOf(
      services,
      isNew ? 'sendInvitationWhenNew' : 'sendInvitation',
      { organisation: organisation.id },
      cost,
    )
  const most = Math.min(...countsOfSending(1).map(({ limit }) => limit.calls))
  if (isNew && emailKeys.length > most) {
    throw new HttpError(
      422,
      `Until your organisation is a day old or has a plan, it can send ${most} invitations an hour. Please invite at most ${most} people at a time.`,
    )
  }
  await countOrRefuse(
    services,
    [
      ...countsOfSending(emailKeys.length),
      ...countsOfLearning(services, network, emailKeys.length),
    ],
    'Your organisation has reached its limit of invitations for now.',
  )
  const allowed = new Set<string>()
  for (const round of roundsOf(emailKeys)) {
    const groups = round.map((emailKey) => [
      ...countsOf(services, 'inviteAddress', {
        organisation: organisation.id,
        ...recipient(emailKey),
      }),
      ...countsOf(services, 'mailInvitation', recipient(emailKey)),
    ])
    const waits = await store.countCalls(groups, now)
    for (const [index, emailKey] of round.entries()) if (!waits[index]) allowed.add(emailKey)
  }
  return allowed
}

/**
 * Gives back counts of invitations that aren't sent.
 * @param unrevealed the number of addresses of which the network learned nothing.
 * @param unmailed the recipients who get no mail.
 */
export async function giveBackInvitations(
  services: Services,
  network: Network,
  unrevealed: number,
  unmailed: readonly string[],
): Promise<void> {
  const { store } = services
  if (unrevealed > 0) await store.giveBackCalls(countsOfLearning(services, network, unrevealed))
  for (const round of roundsOf(unmailed)) {
    await store.giveBackCalls(
      round.flatMap((emailKey) => countsOf(services, 'mailInvitation', recipient(emailKey))),
    )
  }
}

const recipient = (emailKey: string) => ({ address: emailKey, mailbox: mailboxOf(emailKey) })

const countsOfLearning = (services: Services, network: Network, count: number) =>
  countsOf(services, 'learnOfAccount', networkSubject(network), count)

/** @returns the addresses in rounds, with one address of a mailbox each: a statement may count a key only once. */
function roundsOf(emailKeys: readonly string[]): string[][] {
  const rounds: string[][] = []
  const turns = new Map<string, number>()
  for (const emailKey of emailKeys) {
    const mailbox = mailboxOf(emailKey)
    const turn = turns.get(mailbox) ?? 0
    turns.set(mailbox, turn + 1)
    rounds[turn] = [...(rounds[turn] ?? []), emailKey]
  }
  return rounds
}
