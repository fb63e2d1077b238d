import { expect, test } from 'vitest'
import { invitationProofHeader } from '../../../contract/session'
import { day, hour, minute } from '../../../server/lib/time'
import {
  confirmAddress,
  mailsTo,
  onlyMailTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import { type Admin, type Client, laterOn, refusalOf } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/targets'

const password = 'a long password'
const usedOrExpired = {
  status: 422,
  text: 'This invitation was used or has expired. If you used it yourself, sign in; otherwise ask the person who invited you for a new one.',
}
const notProven = {
  status: 409,
  text: 'This organisation is already registered. If you were invited, open the link in the email again and register with the address it was sent to. Otherwise, ask one of its admins to invite you.',
}

export default function describeInvitations(client: Client, { clock }: Target): void {
  const invite = async ({ access }: Pick<Admin, 'access'>, ...emails: string[]) =>
    await client.succeed('inviteTeamMembers', { emails }, access)

  /** Invites somebody. @returns their address, and the token of the link in the mail. */
  async function invited(admin: Pick<Admin, 'access'>) {
    const email = client.newAddress()
    await invite(admin, email)
    return { email, token: tokenIn(await onlyMailTo(client, email), 'invite') }
  }

  const open = (invitation_token: string) => client.succeed('openInvitation', { invitation_token })
  const refusedToOpen = (invitation_token: string) =>
    client.refused('openInvitation', { invitation_token })
  const signupBy = (email: string, { organization }: Admin) => ({
    fullname: 'Grace Hopper',
    email,
    password,
    organization,
  })

  test('an invitation arrives as a mail whose link lets its address join as a member, once', async () => {
    const admin = await client.newAdmin()
    const { email, token } = await invited(admin)
    const mail = await onlyMailTo(client, email)
    expect(mail.subject).toBe(`Ada Lovelace invited you to ${admin.organization} on Orglens`)
    expect(mail.text).toContain(`\n${client.api.origin}/invite/${token}\n`)

    expect(await open(token)).toEqual({ origin_name: admin.organization, email })
    // It lets no other address join, nor its own another organisation.
    for (const [address, host] of [
      [email.replace('@', '+more@'), admin],
      [email, await client.newAdmin()],
    ] as const) {
      expect(await client.refused('signup', signupBy(address, host))).toEqual(notProven)
    }
    await client.succeed('signup', signupBy(email, admin))
    const { access, is_organization_admin } = await client.succeed('login', { email, password })
    expect(is_organization_admin).toBe(false)
    const profile = await client.succeed('getProfile', undefined, access)
    expect(profile).toMatchObject({ full_name: 'Grace Hopper', email })
    const inviter = await client.succeed('getProfile', undefined, admin.access)
    expect(profile.organization).toEqual(laterOn(inviter).organization)

    expect(await refusedToOpen(token)).toEqual(usedOrExpired)
    const moved = { full_name: 'Grace', email: client.newAddress(), current_password: password }
    await client.succeed('updateProfile', moved, access)
    await confirmAddress(client, access, moved.email)
    // The address is free again, its invitation isn't.
    expect(await client.refused('signup', signupBy(email, admin))).toEqual(notProven)
  })

  test('one of ten people who use an invitation at the same moment joins', async () => {
    const admin = await client.newAdmin()
    const { email, token } = await invited(admin)
    await open(token)
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => client.statusOf('signup', signupBy(email, admin))),
    )
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('the answer says how many invitations were sent, and why the others were not', async () => {
    const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
    const [first, second] = [client.newAddress(), client.newAddress()]
    const long = 'y'.repeat(100)
    const pasted = `Grace <${second}>;`
    const again = first.toUpperCase()
    expect(
      await invite(admin, 'x', long, first, admin.email, pasted, stranger.email, again),
    ).toEqual({
      message:
        `2 invitations sent. Excluded: x (not a valid address), ${'y'.repeat(80)}… (not a valid address), ${admin.email} (already a member), ` +
        `${stranger.email} (already has an account), ${again} (listed twice).`,
      invited: 2,
      excluded: ['x', long, admin.email, stranger.email],
    })
    const wrong = Array.from({ length: 11 }, (_, nth) => `w${nth}`)
    expect((await invite(admin, ...wrong)).message).toBe(
      'No invitations sent. Excluded: w0, w1, w2 and 8 more (not a valid address).',
    )
    expect((await invite(admin, ...wrong.slice(1))).message).toContain(', w10 (not a valid')
    const many = (last: string) => ({ emails: [...Array(500).fill('x'), last] })
    expect(await client.statusOf('inviteTeamMembers', many(' '), admin.access)).toBe(200)
    expect(await client.statusOf('inviteTeamMembers', many('x'), admin.access)).toBe(422)
    for (const email of [first, second]) await onlyMailTo(client, email)
    for (const email of ['x', admin.email, stranger.email]) {
      expect(await mailsTo(client, email)).toEqual([])
    }
  })

  test('an invitation can be opened for seven days', async () => {
    const admin = await client.newAdmin()
    const { email, token } = await invited(admin)
    clock.advance(7 * day - minute)
    await open(token)
    const { access } = await client.succeed('login', admin)
    const later = await invited({ access })
    clock.advance(2 * minute)
    expect(await refusedToOpen(token)).toEqual(usedOrExpired)
    expect(await client.refused('signup', signupBy(email, admin))).toEqual(notProven)
    const { invitations, places } = await client.succeed('getTeam', undefined, access)
    const state_since = invitations[1]?.expires_at
    expect(invitations).toMatchObject([
      { email: later.email, state: 'sent' },
      { email, state: 'expired', state_since },
    ])
    expect(places).toMatchObject({ taken: 1, reserved: 1 })
    const organisation = await client.succeed('getOrganisation', undefined, access)
    expect(organisation.invitations).toBe(1)
  })

  test('whoever joins proves that they opened the link: another token, or a wrong one, is no proof', async () => {
    const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
    const [victim, attacker] = [await invited(admin), await invited(admin)]
    await open(attacker.token)
    const elsewhere = await invited(other)
    const signUp = (token: string) =>
      client.request('signup', signupBy(victim.email, admin), undefined, {
        [invitationProofHeader]: token,
      })
    for (const wrong of ['', 'x'.repeat(4_000), attacker.token, elsewhere.token]) {
      expect(await refusalOf(await signUp(wrong)), wrong).toEqual(notProven)
    }
    expect((await signUp(victim.token)).status).toBe(200)
  })

  test('the network that opened the link is the proof for an hour', async () => {
    clock.stop()
    const admin = await client.newAdmin()
    const [first, late] = [await invited(admin), await invited(admin)]
    const { call } = limitedApi(client)
    const [home, same, elsewhere] = ['2001:db8:9:1::7', '2001:db8:9:1:ff::1', '2001:db8:9:2::7']
    const openThere = ({ token }: typeof first) =>
      call('openInvitation', { invitation_token: token }, { from: home })
    const signUp = ({ email }: typeof first, from = same) =>
      call('signup', signupBy(email, admin), { from })
    await openThere(first)
    expect(await refusalOf(await signUp(first, elsewhere))).toEqual(notProven)
    clock.advance(hour)
    expect((await signUp(first)).status).toBe(200)
    await openThere(late)
    clock.advance(hour + 1)
    expect(await refusalOf(await signUp(late))).toEqual(notProven)
  })
}
