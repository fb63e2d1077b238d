import { beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { type Limit, type RateLimits, rateLimits } from '../../../server/api/limits'
import { day, hour } from '../../../server/lib/time'
import { mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

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
  })
}
