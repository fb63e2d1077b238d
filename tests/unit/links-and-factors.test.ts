import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { afterFactors, afterLinks } from '../../server/auth/password-links'
import { setPasswordByLink } from '../../server/auth/set-password-by-link'
import type { PasswordLink } from '../../server/auth/tables'
import { add, set } from '../../server/store/change'
import type { Passkey } from '../../server/two-factor/passkey-site'
import type { SecondFactor } from '../../server/two-factor/tables'
import { createdAt, resetOf } from '../api/sql-store-examples'
import { demoServices } from '../support/demo-services'

const now = new Date('2026-11-25T12:00:00Z')
const later = new Date(now.getTime() + 5_000)
const link = (createdAt: Date) => ({ createdAt }) as PasswordLink
const factor = (since: Date | null) => ({ since }) as SecondFactor

/** By times alone it is known which of the two came first, and servers' clocks differ. */
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

test('a reset mailed to an unproven changed address sets no password, whoever kept it', async () => {
  const { services, user } = await demoServices()
  const moved = { email: 'moved@acme.test', emailKey: 'moved@acme.test', formerEmail: user.email }
  await services.store.save(set('users', { id: user.id }, moved))
  const reset = resetOf({ ...user, ...moved })
  await services.store.save(add('passwordLinks', reset))
  const given = { tokenHash: reset.tokenHash, passwordHash: 'new', factor: null }
  const network = networkOf('192.0.2.1')
  expect(
    await setPasswordByLink(services, user.id, given, createdAt, network, () => null),
  ).toBeNull()
})
