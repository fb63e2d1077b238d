import type { MemoryData } from '../server/app/memory-store'
import type { Organisation, User } from '../server/people/tables'
import { day, later, minute } from '../server/time'
import { recoveryCodeHash } from '../server/two-factor/one-time-codes'
import { mockSecrets } from './mock-api'

/** The secret for an authenticator app: docs/mock-mode.md names it. */
export const demoSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** @returns memorable recovery codes: `000000-000000-000000-000001` and on. */
const demoRecoveryCodes = Array.from(
  { length: 10 },
  (_, index) => `000000-000000-000000-${String(index + 1).padStart(6, '0')}`,
)

interface Of {
  data: MemoryData
  organisation: Organisation
  admin: User
}

/** Gives those of an organisation's people a second factor, with that secret and these recovery codes. */
export async function addSecondFactors(
  { data, organisation }: Of,
  has: (user: User) => boolean = () => true,
): Promise<void> {
  const since = later(new Date(), -30 * day)
  for (const user of data.users) {
    const { id, organisationId } = user
    if (organisationId !== organisation.id || !has(user)) continue
    data.secondFactors.push({
      userId: id,
      secret: await mockSecrets.seal(demoSecret, id),
      begunAt: since,
      since,
      lastStep: null,
      recoveryCodes: demoRecoveryCodes.map(recoveryCodeHash),
    })
  }
}

/** Asks for a second factor: of admins, who have one, or of everybody, whose members have five days left. */
export async function setSecondFactorRule(of: Of, rule: 'admins' | 'everybody'): Promise<void> {
  const { data, organisation } = of
  organisation.secondFactor = rule
  await addSecondFactors(of, ({ isAdmin }) => isAdmin)
  if (rule === 'admins') return
  for (const user of data.users) {
    const isMember = user.organisationId === organisation.id && !user.isAdmin
    if (isMember) user.secondFactorDue = later(new Date(), 5 * day)
  }
}

/** Requires a second factor of an admin. @param isOver whether the time for that is over. */
export function askForSecondFactor({ admin }: Of, isOver: boolean): void {
  admin.secondFactorDue = later(new Date(), isOver ? -minute : 5 * day)
}
