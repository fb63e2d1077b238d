import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import type { Services } from '../api/services'
import type { NoticeServices } from '../mail/outbox'
import { byUser } from '../people/author'
import { remove, set } from '../store/change'
import { type ActingCaller, entryOf } from '../store/entry'
import { activeFactor } from '../two-factor/codes'
import { mailAbout } from '../two-factor/notices'
import { countFactor, refuseIfTwoFactorOff } from '../two-factor/second-factor-check'
import { dueAfterLoss, type SecondFactorMode } from '../two-factor/second-factor-due'
import { noSuchMember, type TeamActor } from './team'

/**
 * Resets the second factor of another member who has lost it: codes and passkeys. The member gets a mail.
 * @throws HttpError 404 for an unknown member, 409 for oneself, or a member without a second factor.
 */
export async function resetTwoFactor(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation' | 'sessionId'>,
  memberId: string,
  network: Network,
): Promise<void> {
  refuseIfTwoFactorOff(services)
  const { user, organisation } = caller
  if (memberId === user.id) {
    throw new HttpError(
      409,
      "You can't reset your own two-factor authentication. Another admin can.",
    )
  }
  const actor = { user, organisation, author: byUser(user, network) }
  const reset = () => resetSecondFactor(services, actor, caller, memberId)
  await countFactor(services, memberId, reset)
}

/** Resets a member's second factor, without checking whether the actor may. */
export async function resetSecondFactor(
  services: NoticeServices & SecondFactorMode & Pick<Services, 'store'>,
  { user, organisation, author }: TeamActor,
  caller: ActingCaller | null,
  memberId: string,
): Promise<void> {
  const { store, clock } = services
  const lock = { organisation: organisation.id }
  await store.change('reset-second-factor', lock, caller, async (read) => {
    const [member, factor, passkeys] = await Promise.all([
      // Held first, so that the member's own changes wait.
      read.one('users', { id: memberId, organisationId: organisation.id }),
      activeFactor(read, memberId),
      read.all('passkeys', { userId: memberId }),
    ])
    if (!member) throw noSuchMember()
    if (!factor && passkeys.length === 0) {
      throw new HttpError(409, "This member doesn't use two-factor authentication.")
    }
    const now = clock()
    const facts = { subject: member.fullName, subjectId: memberId }
    const event = { kind: 'second-factor-reset', adminName: user.fullName } as const
    return {
      answer: undefined,
      writes: [
        remove('secondFactors', { userId: memberId }),
        remove('passkeys', { userId: memberId }),
        set(
          'users',
          { id: memberId },
          { secondFactorDue: await dueAfterLoss(services, read, member, now) },
        ),
      ],
      mails: [mailAbout(services, member, event, null)],
      entries: [entryOf(now, organisation.id, author, 'second-factor-reset', facts)],
    }
  })
}
