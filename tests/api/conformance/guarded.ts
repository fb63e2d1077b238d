import { expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { callsFor, callTable } from '../../support/call-table'
import { mailsTo } from '../../support/conformance/captured-mails'
import type { Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'
import { joinTeam } from '../../support/conformance/members'
import { type Secured, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'

const fresh = callsFor('member').filter((name) => callTable[name].code === 'fresh')

export default function describeGuarded(client: Client, { clock }: Target): void {
  const { newSecured, secure } = secondFactors(client, clock?.now)

  async function guardedCalls({ user }: Secured): Promise<[CallName, object][]> {
    const { id: member_id, ...member } = await joinTeam(client, user)
    await secure({ ...member, organization: user.organization })
    await client.succeed('changeSecondFactorRule', { required: 'admins' }, user.access)
    const { password } = user
    const email = client.newAddress()
    return [
      ['exportAccount', { password }],
      ['changeSecondFactorRule', { required: 'nobody' }],
      ['setRole', { member_id, is_organization_admin: true }],
      ['resetTwoFactor', { member_id }],
      ['removeMember', { member_id }],
      ['updateProfile', { full_name: 'Ada', email, current_password: password }],
      ['removePasskey', { passkey_id: 'nobody’s', password }],
      ['leave', { password }],
      ['deleteOrganisation', { name: user.organization, password }],
      ['changePassword', { current_password: password, new_password: 'another password' }],
    ]
  }

  const statusOf = async (name: CallName, body: object, { user }: Secured) =>
    (await client.request(name, body, user.access)).status
  const refusalOf = (name: CallName, body: object, { user }: Secured) =>
    client.wholeRefusal(name, body, user.access)

  /** Whether an answer asks for a code, as one of the fields that were sent or beside them. */
  async function asksForCode(name: CallName, body: unknown, { user }: Secured): Promise<boolean> {
    const answer = await client.request(name, body, user.access)
    if (answer.status !== 422) return false
    const { code, field_errors = {} } = await answer.json()
    return code === 'second_factor_required' || 'code' in field_errors
  }

  test('only the guarded calls ask for a code', async () => {
    const secured = await newSecured()
    const { password } = secured.user
    const guarded = new Map<CallName, object>(await guardedCalls(secured))
    for (const name of fresh) guarded.set(name, { password, code: '' })
    for (const name of new Set([...guarded.keys(), ...callsFor('member', 'admin')])) {
      const asks = await asksForCode(name, guarded.get(name) ?? examples[name], secured)
      expect(asks, name).toBe(callTable[name].code !== '')
    }
  })

  test('a guarded call asks for a code, which also serves for later calls of that session', async () => {
    const secured = await newSecured()
    const calls = await guardedCalls(secured)
    for (const [name, body] of calls) {
      expect(await refusalOf(name, body, secured), name).toMatchObject({
        status: 422,
        code: 'second_factor_required',
      })
      const wrong = { ...body, one_time_code: 'wrong' }
      expect(await refusalOf(name, wrong, secured), name).toMatchObject({
        status: 422,
        field_errors: { one_time_code: expect.any(String) },
      })
    }
    const [first, ...others] = calls
    const code = secured.codes[0] ?? ''
    const [name, body] = first as (typeof calls)[number]
    expect(await statusOf(name, { ...body, one_time_code: code }, secured)).toBe(200)
    // Some always take a fresh one.
    const { password } = secured.user
    for (const always of fresh) {
      expect(await asksForCode(always, { password, code: '' }, secured), always).toBe(true)
    }
    for (const [other, given] of others) {
      const status = await statusOf(other, given, secured)
      // The only admin may not leave, nor delete it after an address was changed.
      const isRefused = other === 'leave' || other === 'deleteOrganisation'
      const others = { updateProfile: 200, removePasskey: 404 }
      const expected = isRefused ? 409 : (others[other as keyof typeof others] ?? 204)
      expect(status, other).toBe(expected)
    }
  })

  test('the code of a sign-in, or of another session, doesn’t serve', async () => {
    const secured = await newSecured()
    const { user, codes, phone } = secured
    const { email, password } = user
    const signedIn = await client.succeed('login', { email, password, one_time_code: codes[0] })
    const here = { ...secured, user: { ...user, ...signedIn } }
    const elsewhere = { password, one_time_code: phone.next() }
    expect(await statusOf('exportAccount', elsewhere, secured)).toBe(200)
    expect(await refusalOf('exportAccount', { password }, here)).toMatchObject({
      code: 'second_factor_required',
    })
  })

  if (!clock) return

  test('wrong codes of somebody with the session alone never close the sign-in', async () => {
    const secured = await newSecured()
    const { user, codes } = secured
    const { id: member_id } = await joinTeam(client, user)
    const { call } = limitedApi(client)
    const guess = async (one_time_code: string) => {
      const body = { member_id, is_organization_admin: true, one_time_code }
      const answer = await call('setRole', body, { from: newIpv4(client), token: user.access })
      return answer.status
    }
    const statuses: number[] = []
    for (let turn = 0; turn < 21; turn += 1) {
      statuses.push(await guess(turn % 2 === 0 ? '000000' : 'no recovery code'))
    }
    expect(statuses).toEqual([...Array(20).fill(422), 429])
    const mails = await mailsTo(client, user.email)
    const warning = mails.find(({ subject }) => subject.startsWith('Many wrong codes'))
    expect(warning?.text).toContain('Someone who is signed in to your account')
    const { email, password } = user
    const signIn = { email, password, one_time_code: codes[0] }
    expect((await call('login', signIn)).status).toBe(200)
  })

  test('a code serves for ten minutes', async () => {
    const secured = await newSecured()
    const { password } = secured.user
    const proof = { password, one_time_code: secured.codes[0] }
    expect(await statusOf('exportAccount', proof, secured)).toBe(200)
    clock.advance(10 * 60_000 - 1000)
    expect(await statusOf('exportAccount', { password }, secured)).toBe(200)
    clock.advance(2000)
    expect(await refusalOf('exportAccount', { password }, secured)).toMatchObject({
      code: 'second_factor_required',
    })
  })
}
