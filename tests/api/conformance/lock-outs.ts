import { beforeEach, expect, test } from 'vitest'
import { day, minute } from '../../../server/lib/time'
import { createBuyer } from '../../support/conformance/buyer'
import { askForReset, mailsTo, subjectsTo } from '../../support/conformance/captured-mails'
import { type Admin, type Client, refusalOf } from '../../support/conformance/client'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'
import { joinTeam } from '../../support/conformance/members'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/targets'
import { wrongCodeFor } from '../../support/phone'

/** Whatever strangers do, nobody is locked out, and no mailbox is flooded. */
export default function describeLockOuts(client: Client, { clock }: Target): void {
  const { newSecured } = secondFactors(client, clock.now)

  async function times(count: number, call: (turn: number) => Promise<Response>) {
    const statuses: number[] = []
    for (let turn = 0; turn < count; turn += 1) statuses.push((await call(turn)).status)
    return statuses
  }
  const refusedAfter = (allowed: number, status: number, refused: number) => [
    ...Array(allowed).fill(status),
    ...Array(refused).fill(429),
  ]

  /** @returns sign-ins with the limits of the table, by one person unless told otherwise. */
  function signIns(person: Admin) {
    const { call, passwordUses } = limitedApi(client)
    const signIn = (from: string, changes: object = {}) =>
      call('login', { ...credentials(person), ...changes }, { from })
    const statusOf = async (from: string, changes?: object) => (await signIn(from, changes)).status
    return { signIn, statusOf, passwordUses }
  }

  const warningsTo = async ({ email }: Admin) =>
    (await mailsTo(client, email)).filter(({ subject }) => subject.startsWith('Many wrong codes'))

  // Calls come back with time, however slow this machine is.
  beforeEach(() => clock.stop())

  test('ten guesses lock an address out on their network only', async () => {
    const [owner, colleague] = [await client.newAdmin(), await client.newAdmin()]
    const { signIn, statusOf, passwordUses } = signIns(owner)
    const attacker = newIpv4(client)
    // Successful ones never count.
    expect(await times(12, () => signIn(attacker))).toEqual(Array(12).fill(200))
    // However they spell it.
    const spellings = [owner.email, ` ${owner.email.toUpperCase()}`]
    const guess = (turn: number) => ({ email: spellings[turn % 2], password: `wrong ${turn}` })
    const guesses = await times(15, (turn) => signIn(attacker, guess(turn)))
    expect(guesses).toEqual(refusedAfter(10, 401, 5))
    expect(passwordUses()).toBe(22)
    expect(await statusOf(attacker)).toBe(429)
    expect(await statusOf(newIpv4(client))).toBe(200)
    expect(await statusOf(attacker, credentials(colleague))).toBe(200)
    clock.advance(15 * minute)
    expect(await statusOf(attacker)).toBe(200)
  })

  test('a new password by a mailed link lets in at once, where guesses have locked the address out', async () => {
    const email = client.newAddress().replace('address', 'Address')
    const owner = { ...client.newSignup(), email }
    await client.succeed('signup', owner)
    const { call } = limitedApi(client)
    const signIn = (password: string) => call('login', { email, password }, { from: home })
    const home = newIpv4(client)
    expect(await times(11, () => signIn('wrong'))).toEqual(refusedAfter(10, 401, 1))
    const new_password = 'another long password'
    const reset_token = await askForReset(client, email)
    await client.succeed('resetPassword', { reset_token, new_password })
    expect((await signIn(new_password)).status).toBe(200)
  })

  test('guesses count before they are checked, even simultaneous ones', async () => {
    const { statusOf, passwordUses } = signIns(await client.newAdmin())
    const attacker = newIpv4(client)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => statusOf(attacker, { password: `wrong ${turn}` })),
    )
    expect(answers.toSorted()).toEqual(refusedAfter(10, 401, 20))
    expect(passwordUses()).toBe(10)
  })

  test('wrong passwords count like sign-ins, for every purpose', async () => {
    const admin = await client.newAdmin()
    const { call } = limitedApi(client)
    const names = ['changePassword', 'leave', 'exportAccount', 'updateProfile'] as const
    const tryAll = (count: number, password: string) => {
      const body = {
        password,
        current_password: password,
        new_password: 'another long password',
        full_name: 'Ada',
        email: client.newAddress(),
      }
      const place = { from: '192.0.2.33', token: admin.access }
      return times(count, (turn) => call(names[turn % 4] ?? 'leave', body, place))
    }
    expect(await tryAll(10, 'wrong')).toEqual(Array(10).fill(422))
    expect(await tryAll(4, admin.password)).toEqual(Array(4).fill(429))
    const { statusOf } = signIns(admin)
    expect(await statusOf('192.0.2.33')).toBe(429)
    expect(await statusOf('192.0.2.34')).toBe(200)
  })

  test('codes may be wrong five times in a quarter of an hour from one network; right ones never count', async () => {
    const { user, phone } = await newSecured()
    const { signIn, statusOf } = signIns(user)
    const [home, elsewhere] = [newIpv4(client), newIpv4(client)]
    const guess = () => signIn(home, { one_time_code: wrongCodeFor(phone) })
    // Those that are refused don’t count for the day.
    expect(await times(20, guess)).toEqual(refusedAfter(5, 422, 15))
    const one_time_code = phone.next()
    expect(await statusOf(home, { one_time_code })).toBe(429)
    // Being asked for one is no guess.
    expect(await statusOf(home)).toBe(422)
    expect(await statusOf(elsewhere, { one_time_code })).toBe(200)
    for (let turn = 0; turn < 6; turn += 1) {
      clock.advance(30_000)
      expect(await statusOf(elsewhere, { one_time_code: phone.next() })).toBe(200)
    }
    clock.advance(15 * minute)
    expect(await times(9, guess)).toEqual(refusedAfter(5, 422, 4))
  })

  test('codes may be wrong twenty times a day for an account, reported once; recovery codes count apart', async () => {
    const { user, phone, codes } = await newSecured()
    const { signIn, statusOf } = signIns(user)
    const guess = (one_time_code: string) =>
      times(25, () => signIn(newIpv4(client), { one_time_code }))
    expect(await guess(wrongCodeFor(phone))).toEqual(refusedAfter(20, 422, 5))
    expect(await statusOf(newIpv4(client), { one_time_code: phone.next() })).toBe(429)
    expect(await warningsTo(user)).toMatchObject([
      { text: expect.stringContaining("If it wasn't you, someone else has your password") },
    ])
    expect(await client.actionsOf(user)).toContain('codes-refused')
    expect(await guess('not-a-recovery-code')).toEqual(refusedAfter(20, 422, 5))
    expect(await statusOf(newIpv4(client), { one_time_code: codes[0] })).toBe(429)
    clock.advance(day)
    expect(await statusOf(newIpv4(client), { one_time_code: codes[0] })).toBe(200)
  })

  test('wrong codes of somebody with the session alone, or with a link, never close the sign-in', async () => {
    const { user, phone, codes } = await newSecured()
    const { id: member_id } = await joinTeam(client, user)
    const { call } = limitedApi(client)
    const guesses = await times(21, (turn) => {
      const one_time_code = turn % 2 === 0 ? '000000' : 'no recovery code'
      const body = { member_id, is_organization_admin: true, one_time_code }
      return call('setRole', body, { token: user.access })
    })
    expect(guesses).toEqual(refusedAfter(20, 422, 1))
    const [warning] = await warningsTo(user)
    expect(warning?.text).toContain('Someone who is signed in to your account')
    const reset_token = await askForReset(client, user.email)
    const body = { reset_token, new_password: 'another long one', one_time_code: '000000' }
    const byLink = await times(11, () => call('resetPassword', body))
    expect(byLink).toEqual(refusedAfter(10, 422, 1))
    // Another link has tries of its own. Those of a day are used up then, which is told.
    clock.advance(1_000)
    const other = { ...body, reset_token: await askForReset(client, user.email) }
    const byOther = await times(11, () => call('resetPassword', other))
    expect(byOther).toEqual(refusedAfter(10, 422, 1))
    const texts = (await warningsTo(user)).map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining('Someone opened links from your mailbox'))
    for (const one_time_code of [codes[0], phone.next()]) {
      expect(await signIns(user).statusOf(newIpv4(client), { one_time_code })).toBe(200)
    }
  })

  test('sign-ups from one network don’t block the owner of the address', async () => {
    const { call } = limitedApi(client)
    const { organization } = await client.newAdmin()
    const taken = { ...client.newSignup(), organization }
    const stranger = newIpv4(client)
    for (const from of [() => stranger, (turn: number) => `2001:db8:7:${turn}::1`]) {
      const statuses = await times(15, (turn) => call('signup', taken, { from: from(turn) }))
      expect(statuses).toEqual(refusedAfter(10, 409, 5))
    }
    const own = { ...taken, organization: client.unique('Own') }
    expect((await call('signup', own)).status).toBe(200)
  })

  test('one network gets five reset mails an hour, and the same answer after that', async () => {
    const { call } = limitedApi(client)
    const { email } = await client.newAdmin()
    const stranger = newIpv4(client)
    const answers = new Set<string>()
    const ask = async (from: string) => {
      const answer = await call('forgotPassword', { email }, { from })
      answers.add(`${answer.status} ${await answer.text()}`)
      return answer
    }
    await times(8, () => ask(stranger))
    expect(await mailsTo(client, email)).toHaveLength(5)
    // Its owner is elsewhere.
    await ask(newIpv4(client))
    expect(await mailsTo(client, email)).toHaveLength(6)
    expect([...answers]).toEqual([expect.stringMatching(/^200 /)])
  })

  test('a mailbox gets twenty invitations from one organisation and forty from all, over all sub-addresses', async () => {
    const name = client.unique('victim')
    const answers: string[] = []
    for (const turn of [1, 2, 3]) {
      const emails = Array.from({ length: 25 }, (_, nth) => `${name}+${turn}-${nth}@example.test`)
      const other = client.newAddress()
      const answer = await invite(await client.newAdmin(), [...emails, other])
      answers.push((await answer.json()).message.split(' ')[0])
      expect(await subjectsTo(client, other)).toHaveLength(1)
    }
    expect(answers).toEqual(['21', '21', '1'])
    const answer = await invite(await client.newAdmin(), [`${name}@example.test`])
    expect((await answer.json()).message).toMatch(/invited too often today/)
  })

  const invite = ({ access: token }: Admin, emails: string[]) =>
    limitedApi(client).call('inviteTeamMembers', { emails }, { token })

  test('a new organisation sends fifty invitations an hour, and the refusal says so', async () => {
    const newOnes = (count: number) => Array.from({ length: count }, client.newAddress)
    const admin = await client.newAdmin()
    expect(await refusalOf(await invite(admin, newOnes(51)))).toEqual({
      status: 422,
      text: 'Until your organisation is a day old or has a plan, it can send 50 invitations an hour. Please invite at most 50 people at a time.',
    })
    expect((await invite(admin, newOnes(50))).status).toBe(200)
    const refused = await invite(admin, newOnes(1))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '72'])
    const paying = await client.newAdmin()
    await createBuyer(client, paying.access).subscribe('plan_scale_monthly_usd')
    expect((await invite(paying, newOnes(51))).status).toBe(200)
    clock.advance(day)
    const { access } = await client.succeed('refreshToken', { refresh: admin.refresh })
    expect((await invite({ ...admin, access }, newOnes(51))).status).toBe(200)
  })
}
