import { expect, test } from 'vitest'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import type { Target } from '../../support/conformance/target'

/** What somebody does a day, beyond which it would be counted rather than listed. */
const most = 200

/** Nobody hides in the audit log (D94). */
export default function describeAuditLog(client: Client, { onlyStore, overSocket }: Target): void {
  const logOf = (admin: Admin, query: object = {}) => client.logOf(admin, { most: 1000, ...query })

  test('has one entry for those who were invited together, found by each address (D94)', async () => {
    const admin = await client.newAdmin()
    const emails = Array.from({ length: 5 }, client.newAddress)
    const typed = [emails[0]?.toUpperCase() ?? '', ...emails.slice(1)]
    await client.succeed('inviteTeamMembers', { emails: typed }, admin.access)
    const log = await logOf(admin)
    expect(log.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['invited', null, { addresses: typed }],
      ['signed-up', null, {}],
    ])
    for (const text of emails) expect(await logOf(admin, { text }), text).toEqual([log[0]])
    expect(await logOf(admin, { text: client.newAddress() })).toEqual([])
    // Invited people's data is theirs.
    const { password } = admin
    const kept = await client.succeed('exportAccount', { password }, admin.access)
    const exported = JSON.stringify(kept)
    expect(exported).toContain('"count":5')
    for (const email of typed) expect(exported).not.toContain(email)
  })

  test('has nothing of a forged proof, which is for the operator (D94)', async () => {
    const admin = await client.newAdmin()
    const { subscription_id } = await client.succeed(
      'createSubscription',
      { plan_id: 'plan_growth_monthly_usd' },
      admin.access,
    )
    const forged = {
      subscription_id,
      razorpay_payment_id: 'pay_forged',
      razorpay_signature: 'forged',
    }
    const { status } = await client.refused('verifySubscription', forged, admin.access)
    expect(status).toBe(400)
    expect(await client.actionsOf(admin)).toEqual(['signed-up'])
  })

  // Two hundred calls are enough once: `tests/api/events.test.ts` has each database fold them.
  if (onlyStore || overSocket) return

  test('lists whom somebody made an admin and removed after 200 renamings (D94)', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    // One after the other, so that each is entered before the next.
    for (let turn = 0; turn < most + 3; turn += 1) {
      const renamed = { full_name: `Name ${turn}`, email: admin.email }
      await client.succeed('updateProfile', renamed, admin.access)
    }
    const body = { member_id: member.id, is_organization_admin: true }
    await client.succeed('setRole', body, admin.access)
    await client.succeed('removeMember', { member_id: member.id }, admin.access)
    const log = await logOf(admin)
    expect(log.slice(0, 2).map(({ action }) => action)).toEqual(['removed', 'made-admin'])
    expect(log.filter(({ action }) => action === 'profile-changed')).toHaveLength(most)
    expect(log.filter(({ action }) => action === 'more')).toMatchObject([
      { details: { kind: 'profile-changed', count: 3 } },
    ])
    expect(await logOf(admin, { text: 'profile-changed', action: 'more' })).toHaveLength(1)
  })
}
