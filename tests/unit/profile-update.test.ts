import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { demoAdmin } from '../../server/demo/demo'
import { updateProfile } from '../../server/profile/profile'
import { signedIn } from '../support/acting'
import { demoServices } from '../support/demo-services'

const home = { network: networkOf('203.0.113.7'), browser: 'Firefox on Windows' }

test('a change without a contact number keeps the stored one', async () => {
  const { services, user, organisation } = await demoServices()
  const caller = await signedIn(services.store, organisation, user)
  const update = { full_name: 'Priya', email: demoAdmin.email }
  // Two changes are under way at once: both have read the user before either is kept.
  await updateProfile(services, caller, { ...update, contact_number: '+91-9876543210' }, home)
  await updateProfile(services, caller, { ...update, full_name: 'Priya Sharma' }, home)
  expect(await services.store.one('users', { id: user.id })).toMatchObject({
    fullName: 'Priya Sharma',
    contactNumber: '+91-9876543210',
  })
})
