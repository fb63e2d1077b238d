import type { MemoryData } from '../server/app/memory-store'
import { day, later, minute } from '../server/lib/time'
import type { User } from '../server/people/tables'
import { recoveryCodeHash } from '../server/two-factor/one-time-codes'
import { mockSecrets } from './mock-api'
import type { ScenarioTarget } from './organisation-scenarios'

/** The secret for an authenticator app: docs/mock-mode.md names it. */
export const demoSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** @returns memorable recovery codes: `000000-000000-000000-000001` and on. */
const demoRecoveryCodes = Array.from(
  { length: 10 },
  (_, index) => `000000-000000-000000-${String(index + 1).padStart(6, '0')}`,
)

/**
 * Gives people of an organisation a second factor: the demo secret and the demo recovery codes.
 * @param has selects the users; all by default.
 */
export async function addSecondFactors(
  { data, organisation }: ScenarioTarget,
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

/** The names of the added passkeys. No device has their keys: they are listed, but nobody can sign in with them. */
const passkeyNames = ['iCloud Keychain', 'YubiKey 5C', 'Chrome on Windows', 'Work laptop']

/**
 * Gives a user passkeys.
 * @param areMoved whether all but the first are from when the site had another address.
 */
export function addPasskeys(
  data: MemoryData,
  { id: userId }: User,
  count: number,
  areMoved: boolean,
): void {
  const domain = globalThis.location?.hostname ?? 'localhost'
  for (let index = 0; index < count; index += 1) {
    data.passkeys.push({
      id: crypto.randomUUID(),
      userId,
      credentialId: `demo-passkey-${index}`,
      publicKey: '',
      counter: 0,
      transports: [],
      isSynced: index % 2 === 0,
      name: passkeyNames[index] ?? `Passkey ${index + 1}`,
      domain: areMoved && index > 0 ? 'orglens.example' : domain,
      createdAt: later(new Date(), (index - count) * 20 * day),
      lastUsedAt: index < 2 ? later(new Date(), -index * 10 * day) : null,
    })
  }
}

/** Requires a second factor: of admins, who have one, or of everybody, where members have five days left. */
export async function setSecondFactorRule(
  target: ScenarioTarget,
  rule: 'admins' | 'everybody',
): Promise<void> {
  const { data, organisation } = target
  organisation.secondFactor = rule
  await addSecondFactors(target, ({ isAdmin }) => isAdmin)
  if (rule === 'admins') return
  for (const user of data.users) {
    const isMember = user.organisationId === organisation.id && !user.isAdmin
    if (isMember) user.secondFactorDue = later(new Date(), 5 * day)
  }
}

/** Requires a second factor of an admin. @param isOver whether the time for that is over. */
export function askForSecondFactor({ admin }: ScenarioTarget, isOver: boolean): void {
  admin.secondFactorDue = later(new Date(), isOver ? -minute : 5 * day)
}
