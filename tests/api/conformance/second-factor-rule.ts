import { expect, test } from 'vitest'
import { day } from '../../../server/lib/time'
import { mailsTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import { joinTeam } from '../../support/conformance/members'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'

const inFull = (7 * day) / 1000

/** Whom an organisation asks for a second factor. */
export default function describeSecondFactorRule(client: Client, { clock }: Target): void {
  const { secure, newSecured } = secondFactors(client, clock?.now)

  const asked = ({ access }: Admin, required: string, one_time_code?: string) =>
    client.succeed('changeSecondFactorRule', { required, one_time_code }, access)
  const refusalOf = ({ access }: Admin, required: string) =>
    client.refused('changeSecondFactorRule', { required }, access)
  const dueIn = async ({ access }: Pick<Admin, 'access'>) =>
    (await client.succeed('getProfile', undefined, access)).second_factor_due_in ?? null
  const signIn = async <Person extends Admin>(person: Person, one_time_code?: string) => {
    const given = { ...credentials(person), one_time_code }
    return { ...person, ...(await client.succeed('login', given)) }
  }
  const detailsOf = ({ access }: Admin) => client.succeed('getOrganisation', undefined, access)
  const setRole = (
    admin: Admin,
    member_id: string,
    is_organization_admin: boolean,
    one_time_code: string,
  ) => client.succeed('setRole', { member_id, is_organization_admin, one_time_code }, admin.access)
  const codesOf = ({ codes }: { codes: string[] }) => {
    let used = 0
    return () => codes[used++] ?? ''
  }
  const isWhole = (seconds: number | null) => {
    expect(seconds).toBeGreaterThan(inFull - 60)
    expect(seconds).toBeLessThanOrEqual(inFull)
  }

  test('is set by an admin who has a second factor; people without one get seven days and a mail', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const before = { second_factor: 'nobody', second_factor_least: 'nobody' }
    expect(await detailsOf(admin)).toMatchObject({ ...before, people: { all: 2, admins: 1 } })
    const missing = { status: 409, text: 'Set up your own first.' }
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
    expect(toMember[0]?.text).toContain(`everybody in ${admin.organization}`)
    const toAdmin = await mailsTo(client, admin.email)
    expect(toAdmin.filter(({ subject }) => toSetUp.test(subject))).toHaveLength(0)
    const entries = await client.logOf(admin, { action: 'second-factor-required' })
    expect(entries.map(({ details }) => details)).toEqual([{ from: 'nobody', to: 'everybody' }])
    const { required } = await client.succeed('getTwoFactor', undefined, member.access)
    expect(required).toBe(true)
  })

  test('for admins requires nothing of members until they become admins', async () => {
    const secured = await newSecured()
    const { user: admin } = secured
    const member = await joinTeam(client, admin)
    await asked(admin, 'admins')
    expect(await dueIn(member)).toBeNull()
    await setRole(admin, member.id, true, codesOf(secured)())
    isWhole(await dueIn(member))
    await setRole(admin, member.id, false, '')
    expect(await dueIn(member)).toBeNull()
  })

  test('requires another factor at once of a user who has lost theirs', async () => {
    const { user: admin, codes } = await newSecured()
    const member = await joinTeam(client, admin)
    await secure(member)
    await asked(admin, 'everybody')
    expect(await dueIn(member)).toBeNull()
    const reset = { member_id: member.id, one_time_code: codes[0] }
    await client.succeed('resetTwoFactor', reset, admin.access)
    expect(await dueIn(member)).toBe(0)
    const again = await secure(member)
    const proof = { password: member.password, code: again.codes[0] }
    await client.succeed('removeTwoFactor', proof, member.access)
    expect(await dueIn(member)).toBe(0)
  })

  test('can’t be changed by an admin whose account can be taken back', async () => {
    const { user: admin } = await newSecured()
    const email = client.newAddress()
    await client.succeed('updateProfile', { full_name: 'Ada', email }, admin.access)
    const refusal = await refusalOf(admin, 'admins')
    expect(refusal.status).toBe(409)
    expect(refusal.text).toMatch(/back until .+ You can.t change this rule before then\.$/)
    expect((await detailsOf(admin)).second_factor).toBe('nobody')
  })

  if (!clock) return

  test('lets people without a factor do nothing else after seven days, and frees them when it is withdrawn', async () => {
    const secured = await newSecured()
    const codes = codesOf(secured)
    const first = await joinTeam(client, secured.user)
    await asked(secured.user, 'everybody')
    clock.advance(3 * day)
    const second = await joinTeam(client, await signIn(secured.user, codes()))
    isWhole(await dueIn(second))
    clock.advance(4 * day)
    const [over, waiting] = [await signIn(first), await signIn(second)]
    await client.succeed('getSessions', undefined, waiting.access)
    const text = 'You must use two-factor authentication here. Please set it up first.'
    expect(await client.wholeRefusal('getSessions', undefined, over.access)).toEqual({
      status: 403,
      error: text,
      message: text,
      code: 'second_factor_setup_required',
    })
    const profile = await client.succeed('getProfile', undefined, over.access)
    expect(profile).toMatchObject({ second_factor_due_in: 0, organization: { dashboards: [] } })
    await client.succeed('getTwoFactor', undefined, over.access)

    const admin = await signIn(secured.user, codes())
    await asked(admin, 'admins', codes())
    for (const person of [over, waiting]) {
      expect(await dueIn(person)).toBeNull()
      await client.succeed('getSessions', undefined, person.access)
    }
    // Asked again, they have time again.
    await asked(admin, 'everybody')
    isWhole(await dueIn(over))
    await secure(over)
    expect(await dueIn(over)).toBeNull()
  })

  test('lets nobody gain time by a change of their role', async () => {
    const secured = await newSecured()
    const codes = codesOf(secured)
    const member = await joinTeam(client, secured.user)
    await asked(secured.user, 'everybody')
    clock.advance(4 * day)
    const admin = await signIn(secured.user, codes())
    const there = await signIn(member)
    const left = inFull - (4 * day) / 1000
    await setRole(admin, member.id, true, codes())
    expect(await dueIn(there)).toBeLessThanOrEqual(left)
    // Stays an admin when only admins are asked, and a member of whom nothing is.
    await asked(admin, 'admins')
    expect(await dueIn(there)).toBeLessThanOrEqual(left)
    await setRole(admin, member.id, false, '')
    expect(await dueIn(there)).toBeNull()
  })

  test('changes five times a day, and refused changes don’t count', async () => {
    clock.stop()
    const { user: admin, codes } = await newSecured()
    const { call } = limitedApi(client)
    const change = async (required: string, one_time_code?: string) => {
      const body = { required, one_time_code }
      return (await call('changeSecondFactorRule', body, { token: admin.access })).status
    }
    expect(await change('everybody')).toBe(204)
    for (let turn = 0; turn < 5; turn += 1) expect(await change('everybody')).toBe(204)
    expect(await change('nobody')).toBe(422)
    expect(await change('nobody', codes[0])).toBe(204)
    for (let turn = 2; turn < 5; turn += 1) {
      expect(await change(turn % 2 === 0 ? 'admins' : 'nobody')).toBe(204)
    }
    expect(await change('nobody')).toBe(429)
    expect((await detailsOf(admin)).second_factor).toBe('admins')
  })
}
