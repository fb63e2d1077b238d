import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { byUser } from '../../server/people/author'
import { add } from '../../server/store/change'
import { departureOf } from '../../server/team/team'
import { createdAt, founding, invitationTo, secondsLater } from '../api/sql-store-examples'
import { demoServices } from '../support/demo-services'

test('who leaves takes their open invitations along; what has expired stays listed', async () => {
  const [organisation, admin] = founding('acme', 'ada@acme.test')
  const { store } = (await demoServices()).services
  for (const [email, expiresAt] of [
    ['open@acme.test', secondsLater(60)],
    ['expired@acme.test', createdAt],
  ] as const) {
    const invitation = { ...invitationTo(organisation, email), invitedById: admin.id, expiresAt }
    await store.save(add('invitations', invitation))
  }
  const by = byUser(admin, networkOf('192.0.2.1'))
  const { writes, entries } = await departureOf(store, admin, by, 'left', createdAt)
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['left', null],
    ['invitation-revoked', 'open@acme.test'],
  ])
  for (const write of writes) await store.save(write)
  const left = await store.all('invitations', { invitedById: admin.id })
  expect(left.map(({ email }) => email)).toEqual(['expired@acme.test'])
})
