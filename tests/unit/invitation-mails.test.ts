import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { demoAdmin, demoBuyer } from '../../server/demo/demo'
import { findMembership } from '../../server/people/person'
import { inviteMembers } from '../../server/team/invitation'
import { signedIn } from '../support/acting'
import { demoServices } from '../support/demo-services'

test('the invitations of one organisation let those of another go in between', async () => {
  let now = new Date('2026-05-04T09:00:00Z')
  const { services } = await demoServices(undefined, () => now)
  Object.assign(services.mail, { captures: false })
  const invite = async (admin: string, emails: string[]) => {
    const membership = await findMembership(services.store, admin)
    if (!membership) throw new Error('There is no demo data.')
    const { user, organisation } = membership
    const caller = await signedIn(services.store, organisation, user)
    await inviteMembers(services, caller, networkOf('192.0.2.1'), emails)
  }
  await invite(demoAdmin.email, ['1@a.test', '2@a.test', '3@a.test'])
  // Later, because mails of one instant come in any order.
  now = new Date(now.getTime() + 100)
  await invite(demoBuyer.email, ['1@b.test', '2@b.test'])
  const later = new Date(now.getTime() + 60_000)
  const due = await services.store.takeDueMails(later, later, 10)
  const order = ['1@a.test', '1@b.test', '2@a.test', '2@b.test', '3@a.test']
  expect(due.map(({ to }) => to)).toEqual(order)
})
