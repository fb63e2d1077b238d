import { beforeEach, expect, test } from 'vitest'
import { invitationProofHeader } from '../../../contract/session'
import { hour } from '../../../server/lib/time'
import { onlyMailTo, tokenIn } from '../../support/conformance/captured-mails'
import { type Admin, type Client, refusalOf } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

const password = 'a long password'
const notProven = {
  status: 409,
  text: 'This organisation is already registered. If you were invited, open the link in the email again and register with the address it was sent to. Otherwise, ask one of its admins to invite you.',
}

/** Joining needs proof that the invitation's link was opened by whoever signs up. */
export default function describeInvitationProof(client: Client, { clock }: Target): void {
  async function invite({ access }: Admin) {
    const email = client.newAddress()
    await client.succeed('inviteTeamMembers', { emails: [email] }, access)
    return { email, token: tokenIn(await onlyMailTo(client, email), 'invite') }
  }

  function signUp({ organization }: Admin, email: string, token: string) {
    const signup = { fullname: 'Grace Hopper', email, password, organization }
    return client.request('signup', signup, undefined, { [invitationProofHeader]: token })
  }

  test('the token of another invitation, or a wrong one, is no proof', async () => {
    const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
    const victim = await invite(admin)
    const attacker = await invite(admin)
    await client.succeed('openInvitation', { invitation_token: attacker.token })
    const elsewhere = await invite(other)
    const wrong = ['', 'nonsense', 'x'.repeat(4_000), attacker.token, elsewhere.token]
    for (const token of wrong) {
      const response = await signUp(admin, victim.email, token)
      expect(await refusalOf(response), token).toEqual(notProven)
    }
    expect((await signUp(admin, victim.email, victim.token)).status).toBe(200)
  })

  if (!clock) return

  // No time passes but what a test says.
  beforeEach(() => clock.stop())

  /** @returns a caller at an address, with the limits of the table. */
  function callerAt(from: string) {
    const { call } = limitedApi(client)
    return {
      open: (invitation_token: string) => call('openInvitation', { invitation_token }, { from }),
      signUp: (email: string, { organization }: Admin) =>
        call('signup', { fullname: 'Grace Hopper', email, password, organization }, { from }),
    }
  }

  test.each([
    ['IPv4', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['IPv6', '2001:db8:9:1::7', '2001:db8:9:1:ffff::1', '2001:db8:9:2::7'],
  ])(
    'the network that opened the link is the proof for an hour: %s',
    async (_, home, same, elsewhere) => {
      const admin = await client.newAdmin()
      const { email, token } = await invite(admin)
      const late = await invite(admin)
      expect((await callerAt(home).open(token)).status).toBe(200)
      const attempt = await callerAt(elsewhere).signUp(email, admin)
      expect(await refusalOf(attempt)).toEqual(notProven)
      expect((await client.refused('login', { email, password })).status).toBe(404)
      clock.advance(hour)
      expect((await callerAt(same).signUp(email, admin)).status).toBe(200)
      expect((await callerAt(home).open(late.token)).status).toBe(200)
      clock.advance(hour + 1)
      expect(await refusalOf(await callerAt(same).signUp(late.email, admin))).toEqual(notProven)
    },
  )
}
