import { expect, test } from 'vitest'
import { byUser } from '../../server/domain/entries'
import { departureOf } from '../../server/domain/team'
import { networkOf } from '../../server/networks'
import { createdAt, founding, invitationTo, secondsLater } from '../api/sql-store-examples'

test('of the invitations of who leaves, those are revoked that are open; what has expired stays listed', () => {
  const [organisation, admin] = founding('acme', 'ada@acme.test')
  const theirs = (email: string, expiresAt: Date) => ({
    ...invitationTo(organisation, email),
    invitedById: admin.id,
    expiresAt,
    isMailWaiting: false,
  })
  const open = theirs('open@acme.test', secondsLater(60))
  const expired = theirs('expired@acme.test', createdAt)
  const others = { ...theirs('others@acme.test', secondsLater(60)), invitedById: 'somebody else' }
  const self = { ...admin, hasSecondFactor: false }
  const team = { version: 1, members: [self], invitations: [expired, open, others] }
  const by = byUser(admin, networkOf('192.0.2.1'))
  const { change, entries } = departureOf(team, self, organisation.id, by, 'left', createdAt)
  expect(change).toMatchObject({ kind: 'remove', userId: admin.id, invitationIds: [open.id] })
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['left', null],
    ['invitation-revoked', open.email],
  ])
})
