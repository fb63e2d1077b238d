import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { emptyMemoryData } from '../../server/app/memory-store'
import { demoAdmin, seedDemoData } from '../../server/demo/demo'
import { networkOf } from '../../server/http/networks'
import { updateProfile } from '../../server/profile/profile'
import { signedIn } from '../support/acting'
import { testStore } from '../support/test-store'

const home = { network: networkOf('203.0.113.7'), browser: 'Firefox on Windows' }

test('a change without a contact number keeps the stored one', async () => {
  const services = createMockServices(emptyMemoryData())
  await seedDemoData(services)
  const find = () => services.store.findMembershipByEmailKey(demoAdmin.email)
  const membership = await find()
  if (!membership) throw new Error('There is no demo admin.')
  const { user, organisation } = membership
  const caller = await signedIn(testStore(services.store), organisation, user)
  const update = { full_name: 'Priya', email: demoAdmin.email }
  // Two changes are under way at once: both have read the user before either is kept.
  await updateProfile(services, caller, { ...update, contact_number: '+91-9876543210' }, home)
  await updateProfile(services, caller, { ...update, full_name: 'Priya Sharma' }, home)
  expect((await find())?.user).toMatchObject({
    fullName: 'Priya Sharma',
    contactNumber: '+91-9876543210',
  })
})
