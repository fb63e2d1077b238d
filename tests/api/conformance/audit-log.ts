import { expect, test } from 'vitest'
import { rateLimits } from '../../../server/api/limits'
import { createBuyer } from '../../support/conformance/buyer'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

export default function describeAuditLog(client: Client, { clock }: Target): void {
  const logOf = (admin: Admin, query: object = {}) => client.logOf(admin, { most: 1000, ...query })

  test('has one entry for those who were invited together, found by each address', async () => {
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
  })

  test('is searched without regard to case, accents and the form of Unicode', async () => {
    const admin = await client.newAdmin()
    const name = client.unique('Zoë Straßer İnci ΛΌΓΟΣ ')
    await client.succeed('renameOrganisation', { name }, admin.access)
    const [renamed] = await logOf(admin)
    for (const text of [
      'ZOE',
      'zoë',
      'zoe\u0308',
      'strasser',
      'STRAẞER',
      'inci',
      'İNCİ',
      'λογος',
    ]) {
      expect(await logOf(admin, { text }), text).toEqual([renamed])
    }
    expect(await logOf(admin, { text: 'zoo' })).toEqual([])
  })

  // Where limits can be set.
  if (!clock) return

  test('forged proofs beyond fifty a day are refused unchecked and unlogged, right ones never', async () => {
    const admin = await client.newAdmin()
    const { create, pay } = createBuyer(client, admin.access)
    const right = await pay(await create('plan_growth_monthly_usd'))
    const { verifySubscription: _often, ...others } = rateLimits()
    const api = limitedApi(client, { ...others, verifySubscription: [] })
    const verify = async (signature: string) => {
      const proof = { ...right, razorpay_signature: signature }
      return (await api.call('verifySubscription', proof, { token: admin.access })).status
    }
    for (let turn = 0; turn < 50; turn += 1) expect(await verify('forged')).toBe(400)
    expect(await verify('forged')).toBe(429)
    expect(await client.actionsOf(admin)).toEqual(['signed-up'])
    expect(await verify(right.razorpay_signature)).toBe(200)
  })
}
