import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { day, minute, second } from '../../../server/lib/time'
import { callsFor, callTable } from '../../support/call-table'
import { mailsTo, subjectsTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/targets'
import { phoneOf, wrongCodeFor } from '../../support/phone'

const asksForCode = { status: 422, code: 'second_factor_required' }

export default function describeTwoFactor(client: Client, { clock }: Target): void {
  const { secure, newProven, newSecured } = secondFactors(client, clock.now)
  const { actionsOf, statusOf, wholeRefusal: refusal } = client
  const stateOf = ({ access }: Admin) => client.succeed('getTwoFactor', undefined, access)
  const signInStatus = (user: Admin, one_time_code?: string) =>
    statusOf('login', { ...credentials(user), one_time_code })

  test('begins with the password, and is on after its first code within ten minutes', async () => {
    clock.stop()
    const admin = await client.newAdmin()
    const { password, access } = admin
    expect(await refusal('beginTwoFactor', { password: 'wrong' }, access)).toMatchObject({
      status: 422,
      field_errors: { password: 'Entered password is incorrect.' },
    })
    const off = { state: 'off', required: false, since: null, recovery_codes_left: 0 }
    expect(await stateOf(admin)).toEqual(off)
    const begin = () => client.succeed('beginTwoFactor', { password }, access)
    const late = await begin()
    clock.advance(10 * minute)
    const lateCode = phoneOf(late.uri, clock.now).next()
    expect(await statusOf('confirmTwoFactor', { code: lateCode }, access)).toBe(409)
    clock.reset()
    clock.stop()
    const { uri } = await begin()
    expect(URI.parse(uri)).toMatchObject({ issuer: 'Orglens', label: admin.email })
    clock.advance(10 * minute - 1)
    const code = `\u2066${phoneOf(uri, clock.now).next()}\u2069`
    await client.succeed('confirmTwoFactor', { code }, access)
    expect(await stateOf(admin)).toMatchObject({
      state: 'on',
      since: expect.stringMatching(/^\d{4}-/),
      recovery_codes_left: 10,
    })
  })

  test('is asked for only after a right password; each code works once, and so does each recovery code', async () => {
    const { user, phone, codes } = await newSecured()
    for (const one_time_code of [undefined, '123456']) {
      const guess = { ...credentials(user), password: 'wrong', one_time_code }
      expect(await refusal('login', guess)).toMatchObject({ status: 401, code: 'wrong_password' })
    }
    expect(await refusal('login', credentials(user))).toMatchObject({
      ...asksForCode,
      error: 'Enter the code from your authenticator app.',
      accepts: ['code'],
    })
    // The second one turned it on.
    for (const one_time_code of [wrongCodeFor(phone), phone.last()]) {
      expect(await refusal('login', { ...credentials(user), one_time_code })).toMatchObject({
        status: 422,
        code: 'wrong_code',
        field_errors: {
          one_time_code: expect.stringMatching(/^This code is wrong or has already been used/),
        },
      })
    }
    const earlier = phone.last()
    const code = phone.next()
    const [other = '', first = ''] = codes
    // As somebody types them.
    for (const typed of [
      ` ${code.slice(0, 3)} ${code.slice(3)} `,
      first,
      other.toUpperCase().replaceAll('-', ' '),
    ]) {
      expect(await signInStatus(user, typed)).toBe(200)
      expect(await signInStatus(user, typed)).toBe(422)
    }
    // A later one has used it up, too.
    expect(await signInStatus(user, earlier)).toBe(422)
    expect((await stateOf(user)).recovery_codes_left).toBe(8)
    const [mail] = await mailsTo(client, user.email)
    expect(mail?.subject).toBe('A recovery code of your Orglens account was used')
    expect(mail?.text).toContain('8 are left')
    expect(await client.logOf(user, { action: 'recovery-code-used' })).toHaveLength(2)
  })

  test('gets new recovery codes with password and code, and is switched off with both', async () => {
    const { user, phone, codes } = await newSecured()
    const { password, access } = user
    for (const name of ['renewRecoveryCodes', 'removeTwoFactor'] as const) {
      const code = wrongCodeFor(phone)
      const wrongPassword = await refusal(name, { password: 'wrong', code }, access)
      expect(wrongPassword).toHaveProperty('field_errors.password')
      expect(await refusal(name, { password, code }, access)).toMatchObject({
        status: 422,
        field_errors: { code: expect.any(String) },
      })
    }
    const proof = { password, code: phone.next() }
    const { recovery_codes } = await client.succeed('renewRecoveryCodes', proof, access)
    expect(await signInStatus(user, codes[0])).toBe(422)
    const lost = { password, code: recovery_codes[0] }
    await client.succeed('removeTwoFactor', lost, access)
    expect((await stateOf(user)).state).toBe('off')
    expect(await signInStatus(user)).toBe(200)
    expect(await statusOf('removeTwoFactor', lost, access)).toBe(409)
    expect((await subjectsTo(client, user.email)).slice(0, 4)).toEqual([
      'Two-factor authentication was switched off for your Orglens account',
      'A recovery code of your Orglens account was used',
      'New recovery codes were made for your Orglens account',
      'Two-factor authentication was set up for your Orglens account',
    ])
    expect((await actionsOf(user))[0]).toBe('second-factor-removed')
  })

  test('is reset by an admin for another user, who gets a mail', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const reset = (member_id: string, { access }: Admin) =>
      statusOf('resetTwoFactor', { member_id }, access)
    expect(await reset(member.id, admin)).toBe(409)
    await secure(member)
    const { members } = await client.succeed('getTeam', undefined, admin.access)
    expect(members.map(({ has_second_factor }) => has_second_factor)).toEqual([false, true])
    const self = members.find(({ is_self }) => is_self)?.member_id ?? ''
    expect(await reset(self, admin)).toBe(409)
    expect(await reset(member.id, await client.newAdmin())).toBe(404)
    expect(await reset(member.id, admin)).toBe(204)
    expect(await signInStatus(member)).toBe(200)
    const [mail] = await mailsTo(client, member.email)
    expect(mail?.subject).toBe('Two-factor authentication was reset for your Orglens account')
    expect(mail?.text).toContain('Ada Lovelace switched your two-factor authentication off.')
    expect(await client.logOf(admin, { action: 'second-factor-reset' })).toMatchObject([
      { actor: { email: admin.email }, subject: `Name of ${member.email}` },
    ])
  })

  /** @returns the calls that a code guards, and how each ends with one. */
  async function guardedCalls(user: Admin): Promise<[CallName, object, number][]> {
    const { id: member_id, ...member } = await joinTeam(client, user)
    await secure(member)
    await client.succeed('changeSecondFactorRule', { required: 'admins' }, user.access)
    const { password } = user
    const email = client.newAddress()
    return [
      ['exportAccount', { password }, 200],
      ['changeSecondFactorRule', { required: 'nobody' }, 204],
      ['setRole', { member_id, is_organization_admin: true }, 204],
      ['resetTwoFactor', { member_id }, 204],
      ['removeMember', { member_id }, 204],
      ['updateProfile', { full_name: 'Ada', email, current_password: password }, 200],
      ['removePasskey', { passkey_id: 'nobody’s', password }, 404],
      // The only admin may not leave, nor delete it after an address was changed.
      ['leave', { password }, 409],
      ['deleteOrganisation', { name: user.organization, password }, 409],
      ['changePassword', { current_password: password, new_password: 'another password' }, 204],
    ]
  }

  const callsWith = (code: string) =>
    callsFor('member', 'admin').filter((name) => callTable[name].code === code)

  test('guarded calls ask for a code, which also serves for later calls of that session; others ask for none', async () => {
    const { user, codes } = await newSecured()
    const { password, access } = user
    const calls = await guardedCalls(user)
    expect(calls.map(([name]) => name).sort()).toEqual(callsWith('code').sort())
    for (const [name, body] of calls) {
      expect(await refusal(name, body, access), name).toMatchObject(asksForCode)
      const wrong = { ...body, one_time_code: 'wrong' }
      expect(await refusal(name, wrong, access), name).toMatchObject({
        status: 422,
        field_errors: { one_time_code: expect.any(String) },
      })
    }
    const { access: another } = (await newSecured()).user
    for (const name of callsWith('')) {
      const answer = await client.request(name, examples[name], another)
      expect(await answer.text(), name).not.toMatch(
        /second_factor_required|"field_errors":\{[^}]*code"/,
      )
    }
    for (const [nth, [name, body, status]] of calls.entries()) {
      const given = nth === 0 ? { ...body, one_time_code: codes[0] } : body
      expect(await statusOf(name, given, access), name).toBe(status)
      if (nth > 0) continue
      // Some always take a fresh one.
      for (const fresh of callsWith('fresh')) {
        const { code, field_errors } = await refusal(fresh, { password, code: '' }, access)
        expect(code === asksForCode.code || field_errors?.code, fresh).toBeTruthy()
      }
    }
  })

  test('a code serves its own session alone, for ten minutes', async () => {
    clock.stop()
    const { user, codes } = await newSecured()
    const { password, access } = user
    const { access: elsewhere } = await client.succeed('login', {
      ...credentials(user),
      one_time_code: codes[0],
    })
    const proof = { password, one_time_code: codes[1] }
    await client.succeed('exportAccount', proof, access)
    // Nor does the code of a sign-in.
    expect(await refusal('exportAccount', { password }, elsewhere)).toMatchObject(asksForCode)
    clock.advance(10 * minute - second)
    await client.succeed('exportAccount', { password }, access)
    clock.advance(2 * second)
    expect(await refusal('exportAccount', { password }, access)).toMatchObject(asksForCode)
  })

  const inFull = (7 * day) / second
  const setRule = ({ access }: Admin, required: string) =>
    client.succeed('changeSecondFactorRule', { required }, access)
  const dueIn = async ({ access }: Pick<Admin, 'access'>) =>
    (await client.succeed('getProfile', undefined, access)).second_factor_due_in ?? null

  test('is required by an admin who has one; people without one get seven days and a mail', async () => {
    clock.stop()
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const detailsOf = () => client.succeed('getOrganisation', undefined, admin.access)
    const everybody = { required: 'everybody' }
    expect(await client.refused('changeSecondFactorRule', everybody, admin.access)).toEqual({
      status: 409,
      text: 'Turn on two-factor authentication for yourself first.',
    })
    const { codes } = await secure(admin)
    for (const _twice of [1, 2]) await setRule(admin, 'everybody')
    expect(await detailsOf()).toMatchObject({
      people: { all: 2, admins: 1 },
      second_factor: 'everybody',
      without_second_factor: [
        { member_id: member.id, is_organization_admin: false, is_self: false },
      ],
    })
    expect([await dueIn(member), await dueIn(admin)]).toEqual([inFull, null])
    const [asking, ...more] = (await mailsTo(client, member.email)).filter(({ subject }) =>
      subject.includes('asks you to set up two-factor authentication'),
    )
    expect(more).toEqual([])
    expect(asking?.text).toContain(`everyone in ${admin.organization}`)
    expect(asking?.text).toContain('All people of the organisation who haven’t set it up')
    expect((await subjectsTo(client, admin.email)).join()).not.toContain('asks you')
    expect(await client.logOf(admin, { action: 'second-factor-required' })).toHaveLength(1)
    expect((await stateOf(member)).required).toBe(true)
    // Who had one and loses it needs another at once.
    await secure(member)
    const reset = { member_id: member.id, one_time_code: codes[0] }
    await client.succeed('resetTwoFactor', reset, admin.access)
    expect(await dueIn(member)).toBe(0)
  })

  test('if required of admins, asks whoever becomes one; asking more leaves people the time that they have', async () => {
    clock.stop()
    const admin = await newProven()
    const other = await joinAsAdmin(client, admin)
    const member = await joinTeam(client, admin)
    const { codes } = await secure(admin)
    const setRole = (
      { access }: Admin,
      member_id: string,
      is_organization_admin: boolean,
      one_time_code?: string,
    ) => client.succeed('setRole', { member_id, is_organization_admin, one_time_code }, access)
    await setRule(admin, 'admins')
    expect(await dueIn(member)).toBeNull()
    await setRole(admin, member.id, true, codes[0])
    expect(await dueIn(member)).toBe(inFull)
    await setRole(admin, member.id, false)
    expect(await dueIn(member)).toBeNull()
    clock.advance(2 * day)
    const { access } = await client.succeed('refreshToken', { refresh: admin.refresh })
    const later = { ...admin, access }
    await setRule(later, 'everybody')
    await setRole(later, other.id, false, codes[1])
    expect(await dueIn(await client.succeed('login', credentials(other)))).toBe((5 * day) / second)
    expect(await dueIn(await client.succeed('login', credentials(member)))).toBe(inFull)
    const free = { required: 'nobody', one_time_code: codes[2] }
    await client.succeed('changeSecondFactorRule', free, access)
    for (const { password, ...user } of [other, member]) {
      const session = await client.succeed('login', { ...user, password })
      const { account } = await client.succeed('exportAccount', { password }, session.access)
      expect(account).toMatchObject({ second_factor_due_at: null })
    }
  })
}
