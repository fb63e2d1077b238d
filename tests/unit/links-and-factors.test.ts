import { expect, test } from 'vitest'
import { createMemoryStore } from '../../server/app/memory-store'
import { afterFactors, afterLinks } from '../../server/auth/password-changes'
import type { PasswordLink } from '../../server/auth/tables'
import type { Passkey } from '../../server/passkeys/tables'
import type { SecondFactor } from '../../server/two-factor/tables'
import { createdAt, founding, mailTo, resetOf } from '../api/sql-store-examples'
import { userChangesExample } from '../support/examples'
import { testStore } from '../support/test-store'

const now = new Date('2026-11-25T12:00:00Z')
const later = new Date(now.getTime() + 5_000)
const link = (createdAt: Date) => ({ createdAt }) as PasswordLink
const factor = (since: Date | null) => ({ since }) as SecondFactor

/** By times alone it is known which of the two came first, and servers' clocks differ (D89). */
test('a second factor is as old as the newest link at most, so that it falls with each', () => {
  expect(afterLinks([], now)).toEqual(now)
  expect(afterLinks([link(new Date(0))], now)).toEqual(now)
  expect(afterLinks([link(later), link(now)], now)).toEqual(later)
})

test('a link is younger than the second factor that it asks for, and than the passkeys that it leaves', () => {
  expect(afterFactors(null, [], now)).toEqual(now)
  expect(afterFactors(factor(null), [], now)).toEqual(now)
  expect(afterFactors(factor(new Date(0)), [], now)).toEqual(now)
  expect(afterFactors(factor(now), [], now).getTime()).toBeGreaterThan(now.getTime())
  expect(afterFactors(factor(later), [], now).getTime()).toBeGreaterThan(later.getTime())
  const passkey = { createdAt: later } as Passkey
  expect(afterFactors(factor(now), [passkey], now).getTime()).toBeGreaterThan(later.getTime())
})

test('a reset mailed to an unproven changed address sets no password, whoever kept it (D90)', async () => {
  const store = testStore(createMemoryStore())
  const [organisation, admin] = founding('acme', 'admin@acme.test')
  await store.createOrganisation(organisation, admin)
  const email = 'moved@acme.test'
  const moved = { mails: [], links: [] }
  await store.updateUser(admin.id, userChangesExample(email), admin.email, moved, createdAt)
  const reset = resetOf({ ...admin, emailKey: email })
  await store.savePasswordReset(reset, mailTo(email))
  expect(await store.resetPassword(reset.tokenHash, 'new', createdAt)).toBeNull()
  const kept = await store.one('users', { emailKey: email })
  expect(kept?.passwordHash).toBe(admin.passwordHash)
})
