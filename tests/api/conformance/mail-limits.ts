import { beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { type Limit, type RateLimits, rateLimits } from '../../../server/api/limits'
import { day, hour } from '../../../server/lib/time'
import { createBuyer } from '../../support/conformance/buyer'
import { mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import { type Admin, type Client, refusalOf } from '../../support/conformance/client'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

/** How many mails one may cause, counted by whom they go to. */
export default function describeMailLimits(client: Client, { clock }: Target): void {
  if (!clock) return

  /** @returns calls at an API with limits: those of the table, unless told otherwise. */
  function limited(limits: RateLimits = rateLimits()) {
    const { call } = limitedApi(client, limits)
    const from = newIpv4(client)
    const request = (name: CallName, body: unknown, { access }: Admin) =>
      call(name, body, { from, token: access })
    return {
      request,
      async invite(admin: Admin, emails: string[]): Promise<string> {
        const answer = await request('inviteTeamMembers', { emails }, admin)
        expect(answer.status).toBe(200)
        return (await answer.json()).message
      },
    }
  }

  /** Lets time pass, which the access token doesn't survive. */
  const later = async (admin: Admin, milliseconds: number): Promise<Admin> => {
    clock.advance(milliseconds)
    const { access } = await client.succeed('refreshToken', { refresh: admin.refresh })
    return { ...admin, access }
  }

  const newAddresses = (count: number) => Array.from({ length: count }, client.newAddress)
  const withOrganisationLimit = (count: number): RateLimits => {
    const limit: Limit = { by: ['organisation'], calls: count, window: hour }
    return { ...rateLimits(), sendInvitation: [limit], sendInvitationWhenNew: [limit] }
  }

  // Counts come back with time, however slow this machine is.
  beforeEach(() => clock.stop())

  test('a recipient gets three invitations a day from one organisation; the last link stays valid', async () => {
    const { invite } = limited()
    const admin = await client.newAdmin()
    const [email, other] = [client.newAddress(), client.newAddress()]
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await invite(admin, [email])).toBe('1 invitation sent.')
    }
    expect(await invite(admin, [email.toUpperCase(), other])).toBe(
      `1 invitation sent. Excluded: ${email.toUpperCase()} (invited too often today).`,
    )
    const mails = await mailsTo(client, email)
    expect(mails).toHaveLength(3)
    const opened = await Promise.all(
      mails.map((mail) =>
        client.request('openInvitation', { invitation_token: tokenIn(mail, 'invite') }),
      ),
    )
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await invite(await later(admin, day), [email])).toBe('1 invitation sent.')
  })

  test('every requested address counts, invited or not, except members and invalid addresses', async () => {
    const { invite, request } = limited(withOrganisationLimit(5))
    const [admin, colleague] = [await client.newAdmin(), await client.newAdmin()]
    const email = client.newAddress()
    for (let turn = 0; turn < 9; turn += 1) await invite(admin, ['no address', admin.email])
    expect(await invite(admin, [colleague.email, email, email])).toMatch(/^1 invitation sent\./)
    expect(await invite(admin, [colleague.email, client.newAddress()])).toMatch(/^1 invitation/)
    for (let turn = 0; turn < 5; turn += 1) {
      const emails = [email, colleague.email]
      const refused = await request('inviteTeamMembers', { emails }, admin)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await refusalOf(refused)).text).toContain('has reached its limit of invitations')
    }
    // What was refused didn't count for its recipient.
    const afterwards = await later(admin, hour)
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await invite(afterwards, [email])).toBe('1 invitation sent.')
    }
    expect(await mailsTo(client, email)).toHaveLength(3)
  })

  describe('who has an account', () => {
    const hasOne = (email: string) =>
      `No invitations sent. Excluded: ${email} (already has an account).`
    const tooOften = (email: string) =>
      `No invitations sent. Excluded: ${email} (invited too often today).`

    test('an organisation learns it of an address three times a day, as if it were invited', async () => {
      const { invite } = limited()
      const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
      const answers = []
      for (let turn = 0; turn < 4; turn += 1) answers.push(await invite(admin, [stranger.email]))
      expect(answers).toEqual([...Array(3).fill(hasOne(stranger.email)), tooOften(stranger.email)])
      const signup = client.newSignup()
      for (let turn = 0; turn < 3; turn += 1) await invite(admin, [signup.email])
      await client.succeed('signup', signup)
      expect(await invite(admin, [signup.email])).toBe(tooOften(signup.email))
    })

    test('an organisation without a free place learns it of nobody', async () => {
      const { invite } = limited()
      const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
      const full = 'no place left in your plan'
      await createBuyer(client, admin.access).subscribe('plan_starter_monthly_usd')
      // A place that is there is for whoever comes next in the list, and none is lost on accounts.
      const fill = newAddresses(8)
      expect(await invite(admin, fill)).toBe('8 invitations sent.')
      const [last, late] = [client.newAddress(), client.newAddress()]
      expect(await invite(admin, [stranger.email, last, late])).toBe(
        `1 invitation sent. Excluded: ${stranger.email} (already has an account), ${late} (${full}).`,
      )
      expect(await invite(admin, [stranger.email, late])).toBe(
        `No invitations sent. Excluded: ${stranger.email} (${full}), ${late} (${full}).`,
      )
    })

    test('a network learns it of 1,200 addresses an hour, from however many organisations', async () => {
      const learnOfAccount: Limit[] = [{ by: ['network'], calls: 4, window: hour }]
      const { invite, request } = limited({ ...rateLimits(), learnOfAccount })
      const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
      const strangers = [await client.newAdmin(), await client.newAdmin(), await client.newAdmin()]
      const [first = '', second = '', third = ''] = strangers.map(({ email }) => email)
      // Who has none is invited, and doesn't count.
      for (let turn = 0; turn < 3; turn += 1) {
        expect(await invite(admin, [client.newAddress(), client.newAddress()])).toBe(
          '2 invitations sent.',
        )
      }
      expect(await invite(admin, [first])).toBe(hasOne(first))
      expect(await invite(other, [second])).toBe(hasOne(second))
      const taken = { full_name: 'Ada', email: third }
      for (let turn = 0; turn < 2; turn += 1) {
        expect((await request('updateProfile', taken, other)).status).toBe(409)
      }
      // Whatever they have.
      for (const email of [third, client.newAddress()]) {
        expect((await request('inviteTeamMembers', { emails: [email] }, other)).status).toBe(429)
        const update = { full_name: 'Ada', email }
        expect((await request('updateProfile', update, other)).status).toBe(429)
      }
    })

    test('inviting without a free place, or people who have an account, uses up no limit of others', async () => {
      const { invite } = limited()
      const email = client.newAddress()
      const stranger = await client.newAdmin()
      for (let turn = 0; turn < 7; turn += 1) {
        const full = await client.newAdmin()
        for (let again = 0; again < 3; again += 1) {
          expect(await invite(full, [stranger.email])).toBe(hasOne(stranger.email))
        }
        await createBuyer(client, full.access).subscribe('plan_starter_monthly_usd')
        expect(await invite(full, newAddresses(9))).toBe('9 invitations sent.')
        for (let again = 0; again < 3; again += 1) {
          expect(await invite(full, [email])).toContain('no place left')
        }
      }
      const other = await client.newAdmin()
      expect(await invite(other, [email])).toBe('1 invitation sent.')
      expect(await invite(other, [stranger.email])).toBe(hasOne(stranger.email))
    })

    test('sending an invitation again tells it only after it has counted', async () => {
      const { invite, request } = limited()
      const admin = await client.newAdmin()
      const signup = client.newSignup()
      await invite(admin, [signup.email])
      await client.succeed('signup', signup)
      const { invitations } = await client.succeed('getTeam', undefined, admin.access)
      const invitation_id = invitations[0]?.invitation_id
      const statuses = []
      for (let turn = 0; turn < 4; turn += 1) {
        statuses.push((await request('resendInvitation', { invitation_id }, admin)).status)
      }
      expect(statuses).toEqual([409, 409, 429, 429])
    })
  })

  test('an address changed ten times that day can’t be passed on', async () => {
    const { request } = limited()
    const prey = client.newAddress()
    const passOn = async () => {
      const user = await client.newAdmin()
      const change = (email: string) => request('updateProfile', { full_name: 'Ada', email }, user)
      expect((await change(prey)).status).toBe(200)
      return await change(user.email)
    }
    for (let turn = 0; turn < 10; turn += 1) expect((await passOn()).status).toBe(200)
    const refused = await passOn()
    expect(refused.status).toBe(429)
    // Beyond ten, nobody asks the address whose it is; its owner still gets the link that releases it.
    const asking = async () =>
      (await mailsTo(client, prey)).filter(({ text }) => text.includes('/confirm-address/'))
    expect(await mailsTo(client, prey)).toHaveLength(20)
    expect(await asking()).toHaveLength(10)
    await request('forgotPassword', { email: prey }, await client.newAdmin())
    expect(await asking()).toHaveLength(11)
    expect(await mailsTo(client, prey)).toHaveLength(21)
  })

  test('changes of addresses are told to one mailbox up to its limit, over all sub-addresses', async () => {
    const changeAddress: Limit[] = [{ by: ['mailbox'], calls: 3, window: day }]
    const { request } = limited({ ...rateLimits(), changeAddress })
    const prey = client.newAddress()
    let told = 0
    for (let turn = 0; turn < 5; turn += 1) {
      const user = await client.newAdmin()
      const change = async (email: string) =>
        (await request('updateProfile', { full_name: 'Ada', email }, user)).status
      expect(await change(prey.replace('@', `+${turn}@`))).toBe(200)
      if ((await change(user.email)) === 200) told += 1
    }
    expect(told).toBe(3)
  })
}
