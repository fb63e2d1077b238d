import { expect, test } from 'vitest'
import { day } from '../../../server/lib/time'
import { mailsTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import { secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'

const inFull = (7 * day) / 1000

export default function describeSecondFactorRule(client: Client, { clock }: Target): void {
  const { secure, newProven, newSecured } = secondFactors(client, clock?.now)

  const asked = ({ access }: Admin, required: string, one_time_code?: string) =>
    client.succeed('changeSecondFactorRule', { required, one_time_code }, access)
  const refusalOf = ({ access }: Admin, required: string) =>
    client.refused('changeSecondFactorRule', { required }, access)
  const dueIn = async ({ access }: Pick<Admin, 'access'>) =>
    (await client.succeed('getProfile', undefined, access)).second_factor_due_in ?? null
  const detailsOf = ({ access }: Admin) => client.succeed('getOrganisation', undefined, access)
  const setRole = (
    admin: Admin,
    member_id: string,
    is_organization_admin: boolean,
    one_time_code: string,
  ) => client.succeed('setRole', { member_id, is_organization_admin, one_time_code }, admin.access)
  const isWhole = (seconds: number | null) => {
    expect(seconds).toBeGreaterThan(inFull - 60)
    expect(seconds).toBeLessThanOrEqual(inFull)
  }

  test('is set by an admin who has a second factor; people without one get seven days and a mail', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const before = { second_factor: 'nobody', second_factor_least: 'nobody' }
    expect(await detailsOf(admin)).toMatchObject({ ...before, people: { all: 2, admins: 1 } })
    const missing = { status: 409, text: 'Turn on two-factor authentication for yourself first.' }
    expect(await refusalOf(admin, 'everybody')).toEqual(missing)
    await secure(admin)
    await asked(admin, 'everybody')
    await asked(admin, 'everybody')
    expect(await detailsOf(admin)).toMatchObject({
      second_factor: 'everybody',
      without_second_factor: [
        { member_id: member.id, is_organization_admin: false, is_self: false },
      ],
    })
    isWhole(await dueIn(member))
    expect(await dueIn(admin)).toBeNull()
    const toSetUp = /asks you to set up two-factor authentication/
    const toMember = await mailsTo(client, member.email)
    expect(toMember.filter(({ subject }) => toSetUp.test(subject))).toHaveLength(1)
    expect(toMember[0]?.text).toContain(`everyone in ${admin.organization}`)
    expect(toMember[0]?.text).toContain('All people of the organisation who haven’t set it up')
    const toAdmin = await mailsTo(client, admin.email)
    expect(toAdmin.filter(({ subject }) => toSetUp.test(subject))).toHaveLength(0)
    const entries = await client.logOf(admin, { action: 'second-factor-required' })
    expect(entries.map(({ details }) => details)).toEqual([{ from: 'nobody', to: 'everybody' }])
    const { required } = await client.succeed('getTwoFactor', undefined, member.access)
    expect(required).toBe(true)
  })

  test('for admins asks no members, and whoever becomes an admin', async () => {
    const { user: admin, codes } = await newSecured()
    const member = await joinTeam(client, admin)
    await asked(admin, 'admins')
    expect(await dueIn(member)).toBeNull()
    await setRole(admin, member.id, true, codes[0] ?? '')
    isWhole(await dueIn(member))
    await setRole(admin, member.id, false, '')
    expect(await dueIn(member)).toBeNull()
  })

  if (!clock) return

  test('leaves people the time that they have when it asks more of them, or their role changes', async () => {
    clock.stop()
    const admin = await newProven()
    const other = await joinAsAdmin(client, admin)
    const member = await joinTeam(client, admin)
    const { codes } = await secure(admin)
    await asked(admin, 'admins')
    clock.advance(2 * day)
    const { access } = await client.succeed('refreshToken', { refresh: admin.refresh })
    const again = { ...admin, access }
    await asked(again, 'everybody')
    await setRole(again, other.id, false, codes[0] ?? '')
    expect(await dueIn(await client.succeed('login', other))).toBe((5 * day) / 1000)
    isWhole(await dueIn(await client.succeed('login', member)))
  })
}
