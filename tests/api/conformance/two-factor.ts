import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { mailsTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import { credentials, secondFactors } from '../../support/conformance/secured'
import { phoneOf, wrongCodeFor } from '../../support/phone'

const needsCode = 'Enter the code from your authenticator app.'

export default function describeTwoFactor(client: Client): void {
  const { secure, newSecured } = secondFactors(client)
  const { actionsOf, wholeRefusal: refusal } = client
  const stateOf = ({ access }: Admin) => client.succeed('getTwoFactor', undefined, access)
  const signIn = (user: Admin, one_time_code: string) =>
    client.succeed('login', { ...credentials(user), one_time_code })
  const subjectsTo = async ({ email }: Admin) =>
    (await mailsTo(client, email))
      .map(({ subject }) => subject)
      .filter((subject) => !subject.startsWith('Is this your address'))

  test('begins with the password, and is on after its first code', async () => {
    const admin = await client.newAdmin()
    expect(await refusal('beginTwoFactor', { password: 'wrong' }, admin.access)).toMatchObject({
      status: 422,
      field_errors: { password: 'Entered password is incorrect.' },
    })
    const { password, access } = admin
    const off = { state: 'off', required: false, since: null, recovery_codes_left: 0 }
    expect(await stateOf(admin)).toEqual(off)
    const { secret, uri } = await client.succeed('beginTwoFactor', { password }, access)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(URI.parse(uri)).toMatchObject({
      issuer: 'Orglens',
      label: admin.email,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    })
    const now = phoneOf(uri).next()
    const answer = await client.succeed('confirmTwoFactor', { code: `\u2066${now}\u2069` }, access)
    expect(new Set(answer.recovery_codes).size).toBe(10)
    for (const one of answer.recovery_codes) expect(one).toMatch(/^([0-9a-z]{6}-){3}[0-9a-z]{6}$/)
    expect(await stateOf(admin)).toMatchObject({
      state: 'on',
      since: expect.stringMatching(/^\d{4}-/),
      recovery_codes_left: 10,
    })
  })

  test('is asked for only after a right password, and each code works once', async () => {
    const { user, phone } = await newSecured()
    expect(await refusal('login', { ...credentials(user), password: 'wrong' })).toEqual({
      status: 401,
      error: 'Entered password is incorrect.',
      message: 'Entered password is incorrect.',
      code: 'wrong_password',
    })
    const guess = { ...credentials(user), password: 'wrong', one_time_code: '123456' }
    expect(await refusal('login', guess)).toMatchObject({ code: 'wrong_password' })
    expect(await refusal('login', credentials(user))).toEqual({
      status: 422,
      error: needsCode,
      message: needsCode,
      code: 'second_factor_required',
      accepts: ['code'],
    })
    const wrong = { ...credentials(user), one_time_code: wrongCodeFor(phone) }
    expect(await refusal('login', wrong)).toMatchObject({
      status: 422,
      code: 'wrong_code',
      field_errors: {
        one_time_code: expect.stringMatching(/^This code is wrong or has already been used/),
      },
    })
    // The one that turned it on is used up.
    const used = { ...credentials(user), one_time_code: phone.last() }
    expect(await refusal('login', used)).toMatchObject({ status: 422, code: 'wrong_code' })
    const code = phone.next()
    await signIn(user, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    const again = { ...credentials(user), one_time_code: code }
    expect((await refusal('login', again)).status).toBe(422)
  })

  test('can be replaced by a recovery code, once, which a mail reports', async () => {
    const { user, codes } = await newSecured()
    const [first = '', second = ''] = codes
    await signIn(user, first)
    const again = { ...credentials(user), one_time_code: first }
    expect((await refusal('login', again)).status).toBe(422)
    // As somebody types it.
    await signIn(user, second.toUpperCase().replaceAll('-', ' '))
    expect((await stateOf(user)).recovery_codes_left).toBe(8)
    const [mail] = await mailsTo(client, user.email)
    expect(mail?.subject).toBe('A recovery code of your Orglens account was used')
    expect(mail?.text).toContain('8 are left')
    expect(mail?.text).toContain("If it wasn't you")
    const newest = (await actionsOf(user)).slice(0, 2)
    expect(newest).toEqual(['recovery-code-used', 'recovery-code-used'])
  })

  test('gets new recovery codes with password and code, and is switched off with both', async () => {
    const { user, phone, codes } = await newSecured()
    const { password, access } = user
    for (const name of ['renewRecoveryCodes', 'removeTwoFactor'] as const) {
      const code = wrongCodeFor(phone)
      const wrongPassword = await refusal(name, { password: 'wrong', code }, access)
      expect(wrongPassword).toHaveProperty('field_errors.password')
      const wrongCode = await refusal(name, { password, code }, access)
      expect(wrongCode.status).toBe(422)
      expect(wrongCode).toHaveProperty('field_errors.code')
    }
    const proof = { password, code: phone.next() }
    const { recovery_codes } = await client.succeed('renewRecoveryCodes', proof, access)
    const old = { ...credentials(user), one_time_code: codes[0] }
    expect((await refusal('login', old)).status).toBe(422)
    const lost = { password, code: recovery_codes[0] }
    await client.succeed('removeTwoFactor', lost, access)
    expect((await stateOf(user)).state).toBe('off')
    await client.succeed('login', credentials(user))
    expect((await client.refused('removeTwoFactor', lost, access)).status).toBe(409)
    expect(await subjectsTo(user)).toEqual([
      'Two-factor authentication was switched off for your Orglens account',
      'A recovery code of your Orglens account was used',
      'New recovery codes were made for your Orglens account',
      'Two-factor authentication was set up for your Orglens account',
    ])
    expect((await actionsOf(user)).slice(0, 4)).toEqual([
      'second-factor-removed',
      'recovery-code-used',
      'recovery-codes-renewed',
      'second-factor-set',
    ])
  })

  test('is reset by an admin for another user, who gets a mail', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const reset = (member_id: string, { access }: Admin) =>
      client.request('resetTwoFactor', { member_id }, access)
    expect((await reset(member.id, admin)).status).toBe(409)
    await secure(member)
    const { members } = await client.succeed('getTeam', undefined, admin.access)
    expect(members.map(({ has_second_factor }) => has_second_factor)).toEqual([false, true])
    const self = members.find(({ is_self }) => is_self)?.member_id ?? ''
    expect((await reset(self, admin)).status).toBe(409)
    expect((await reset(member.id, member)).status).toBe(403)
    expect((await reset(member.id, await client.newAdmin())).status).toBe(404)
    expect((await reset(member.id, admin)).status).toBe(204)
    await client.succeed('login', credentials(member))
    const [mail] = await mailsTo(client, member.email)
    expect(mail?.subject).toBe('Two-factor authentication was reset for your Orglens account')
    expect(mail?.text).toContain('Ada Lovelace switched your two-factor authentication off.')
    expect(await client.logOf(admin, { action: 'second-factor-reset' })).toMatchObject([
      { actor: { email: admin.email }, subject: `Name of ${member.email}` },
    ])
  })
}
