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

/** Gives every member of an organisation a second factor, with that secret and these recovery codes. */
export async function addSecondFactors({ data, organisation }: Of): Promise<void> {
  const since = later(new Date(), -30 * day)
  for (const { id, organisationId } of data.users) {
    if (organisationId !== organisation.id) continue
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

/** Requires a second factor of an admin. @param isOver whether the time for that is over. */
export function askForSecondFactor({ admin }: Of, isOver: boolean): void {
  admin.secondFactorDue = later(new Date(), isOver ? -minute : 5 * day)
}
