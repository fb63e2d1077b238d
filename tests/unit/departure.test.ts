import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { withdrawnReports } from '../../server/mail/outbox'
import { byUser } from '../../server/people/author'
import { add, type Reading, remove } from '../../server/store/change'
import { departureOf, removalOf } from '../../server/team/team'
import {
  createdAt,
  founding,
  invitationTo,
  secondsLater,
  sessionOf,
} from '../api/sql-store-examples'

test('of the invitations of who leaves, those are revoked that are open; what has expired stays listed', async () => {
  const [organisation, admin] = founding('acme', 'ada@acme.test')
  const theirs = (email: string, expiresAt: Date) => ({
    ...invitationTo(organisation, email),
    invitedById: admin.id,
    expiresAt,
  })
  const open = theirs('open@acme.test', secondsLater(60))
  const expired = theirs('expired@acme.test', createdAt)
  const session = sessionOf(admin)
  const rows: Record<string, unknown[]> = { invitations: [expired, open], sessions: [session] }
  const read = { all: async (table: string) => rows[table] ?? [] } as unknown as Reading
  const by = byUser(admin, networkOf('192.0.2.1'))
  const { writes, entries } = await departureOf(read, admin, by, 'left', createdAt)
  const { refreshTokenHash, expiresAt } = session
  const farewell = { refreshTokenHash, organisationId: organisation.id, why: 'left', expiresAt }
  expect(writes).toEqual([
    add('farewells', { ...farewell, why: 'left' }),
    ...removalOf([open]),
    withdrawnReports(admin.id),
    remove('users', { id: admin.id }),
  ])
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['left', null],
    ['invitation-revoked', open.email],
  ])
})
