import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { demoAdmin, demoPassword, seedDemoData } from '../../server/demo'
import { resetPassword } from '../../server/domain/password-reset'
import { signIn } from '../../server/domain/session'
import { tokenHash } from '../../server/domain/tokens'
import type { Passwords } from '../../server/passwords/passwords'
import { emptyMemoryData } from '../../server/store/memory'
import { mailTo, resetOf } from '../api/sql-store-examples'

test('a reset while the old password is tried ends that sign-in, too', async () => {
  const data = emptyMemoryData()
  const services = createMockServices(data)
  await seedDemoData(services)
  const membership = await services.store.findMembershipByEmailKey(demoAdmin.email)
  if (!membership) throw new Error('There is no demo data.')
  const reset = { ...resetOf(membership.user), tokenHash: tokenHash('the link’s token') }
  const inAnHour = new Date(Date.now() + 60 * 60 * 1000)
  await services.store.savePasswordReset({ ...reset, expiresAt: inAnHour }, mailTo('ada@acme.test'))

  const passwords: Passwords = {
    ...services.passwords,
    async verify(hash, password) {
      const isRight = await services.passwords.verify(hash, password)
      await resetPassword(services, 'the link’s token', 'another password')
      return isRight
    },
  }
  await expect(
    signIn({ ...services, passwords }, demoAdmin.email, demoPassword),
  ).rejects.toMatchObject({ status: 401 })
  expect(data.sessions).toEqual([])
  await signIn(services, demoAdmin.email, 'another password')
  expect(data.sessions).toHaveLength(1)
})
