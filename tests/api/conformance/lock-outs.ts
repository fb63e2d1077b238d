import { beforeEach, expect, test } from 'vitest'
import { day } from '../../../server/lib/time'
import { createBuyer } from '../../support/conformance/buyer'
import { mailsTo } from '../../support/conformance/captured-mails'
import { type Admin, type Client, refusalOf } from '../../support/conformance/client'
import { limitedApi, newIpv4, newIpv6 } from '../../support/conformance/limited-api'
import { joinTeam } from '../../support/conformance/members'
import type { Target } from '../../support/conformance/target'

/** Whatever strangers do, nobody is locked out, and no mailbox is flooded. */
export default function describeLockOuts(client: Client, { clock }: Target): void {
  if (!clock) return

  async function times(count: number, call: (turn: number) => Promise<Response>) {
    const statuses: number[] = []
    for (let turn = 0; turn < count; turn += 1) statuses.push((await call(turn)).status)
    return statuses
  }

  /** @returns an admin of an organisation that is a day old; their access token isn't. */
  const adminOfYesterday = async (): Promise<Admin> => {
    clock.advance(-day)
    const admin = await client.newAdmin()
    clock.advance(day)
    const { access } = await client.succeed('refreshToken', { refresh: admin.refresh })
    return { ...admin, access }
  }

  // Calls come back with time, however slow this machine is.
  beforeEach(() => clock.stop())

  test('sign-ups from one network don’t block the owner of the address', async () => {
    const { call } = limitedApi(client)
    const { organization } = await client.newAdmin()
    const taken = { ...client.newSignup(), organization }
    const [stranger, customer] = [newIpv4(client), newIpv6(client)]
    expect(await times(15, () => call('signup', taken, { from: stranger }))).toEqual([
      ...Array(10).fill(409),
      ...Array(5).fill(429),
    ])
    const from = (turn: number) => `${customer}:${(turn % 40).toString(16)}::1`
    const statuses = await times(15, (turn) => call('signup', taken, { from: from(turn) }))
    expect(statuses).toEqual([...Array(10).fill(409), ...Array(5).fill(429)])
    const own = { ...taken, organization: client.unique('Own') }
    expect((await call('signup', own)).status).toBe(200)
  })

  test('one network gets five reset mails an hour, and the same answer after that', async () => {
    const { call } = limitedApi(client)
    const { email } = await client.newAdmin()
    const stranger = newIpv4(client)
    const answers = []
    for (let turn = 0; turn < 12; turn += 1) {
      const answer = await call('forgotPassword', { email }, { from: stranger })
      answers.push({ status: answer.status, body: await answer.json() })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await mailsTo(client, email)).toHaveLength(5)
    // Its owner is elsewhere.
    expect((await call('forgotPassword', { email })).status).toBe(200)
    expect(await mailsTo(client, email)).toHaveLength(6)
  })

  test('sub-addresses of a mailbox get twenty reset mails an hour, without one who has proven theirs', async () => {
    const { call } = limitedApi(client)
    const addressOf = (part: string) => `${mailbox}+${part}@example.test`
    const mailbox = client.unique('reset')
    const ask = (email: string) => call('forgotPassword', { email }, { from: newIpv4(client) })
    await joinTeam(client, await client.newAdmin(), addressOf('work'))
    const parts = ['1', '2', '3']
    for (const part of parts) {
      await client.succeed('signup', { ...client.newSignup(), email: addressOf(part) })
    }
    await times(30, (turn) => ask(addressOf(parts[turn % 3] ?? '')))
    const sent = await Promise.all(parts.map((part) => mailsTo(client, addressOf(part))))
    expect(sent.flat()).toHaveLength(20)
    const before = await mailsTo(client, addressOf('work'))
    await ask(addressOf('work'))
    expect(await mailsTo(client, addressOf('work'))).toHaveLength(before.length + 1)
  })

  test('a mailbox gets twenty invitations from one organisation and forty from all, over all sub-addresses', async () => {
    const { call } = limitedApi(client)
    const name = client.unique('victim')
    const subAddresses = (turn: number) =>
      Array.from({ length: 25 }, (_, index) => `${name}+${turn}-${index}@example.test`)
    const answers: string[] = []
    for (const turn of [1, 2, 3]) {
      const { access: token } = await client.newAdmin()
      const other = client.newAddress()
      const emails = [...subAddresses(turn), other]
      const answer = await call('inviteTeamMembers', { emails }, { token })
      answers.push((await answer.json()).message.split(' ')[0])
      expect(await mailsTo(client, other)).toHaveLength(1)
    }
    expect(answers).toEqual(['21', '21', '1'])
    const { access: token } = await client.newAdmin()
    const answer = await call('inviteTeamMembers', { emails: [`${name}@example.test`] }, { token })
    expect((await answer.json()).message).toMatch(/invited too often today/)
  })

  const invite = async ({ access: token }: Admin, count: number) => {
    const emails = Array.from({ length: count }, client.newAddress)
    return await limitedApi(client).call('inviteTeamMembers', { emails }, { token })
  }

  test('a new organisation sends fifty invitations an hour, and the refusal says so', async () => {
    const admin = await client.newAdmin()
    expect(await refusalOf(await invite(admin, 51))).toEqual({
      status: 422,
      text: 'Until your organisation is a day old or has a plan, it can send 50 invitations an hour. Please invite at most 50 people at a time.',
    })
    expect((await invite(admin, 50)).status).toBe(200)
    const refused = await invite(admin, 1)
    expect(Number(refused.headers.get('retry-after'))).toBe(72)
    expect(refused.status).toBe(429)
    expect((await invite(await adminOfYesterday(), 51)).status).toBe(200)
    const paying = await client.newAdmin()
    await createBuyer(client, paying.access).subscribe('plan_scale_monthly_usd')
    expect((await invite(paying, 51)).status).toBe(200)
  })
}
