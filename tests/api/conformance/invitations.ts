import { expect, test } from 'vitest'
import { day, minute } from '../../../server/lib/time'
import {
  confirmAddress,
  mailsTo,
  onlyMailTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import { type Admin, type Client, laterOn } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/target'

const password = 'a long password'
const usedOrExpired = {
  status: 422,
  text: 'This invitation was used or has expired. If you used it yourself, sign in; otherwise ask the person who invited you for a new one.',
}
const notInvited = {
  status: 409,
  text: 'This organisation is already registered. If you were invited, open the link in the email again and register with the address it was sent to. Otherwise, ask one of its admins to invite you.',
}

export default function describeInvitations(client: Client, { clock }: Target): void {
  async function invite(admin: Admin, emails: string[]): Promise<string> {
    return (await client.succeed('inviteTeamMembers', { emails }, admin.access)).message
  }

  /** Invites somebody for the first time. @returns the token of the link in the mail. */
  async function invited(admin: Admin, email: string): Promise<string> {
    await invite(admin, [email])
    return tokenIn(await onlyMailTo(client, email), 'invite')
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

  test('an invitation arrives as a mail whose link lets its address join as a member', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    expect(await invite(admin, [email])).toBe('1 invitation sent.')

    const mail = await onlyMailTo(client, email)
    expect(mail.subject).toBe(`Ada Lovelace invited you to ${admin.organization} on Orglens`)
    const token = tokenIn(mail, 'invite')
    expect(mail.text.split('\n')).toContain(`${client.api.origin}/invite/${token}`)
    expect(mail.html).toContain(`href="${client.api.origin}/invite/${token}"`)

    expect(await open(token)).toEqual({ origin_name: admin.organization, email })
    await client.succeed('signup', signupBy(email, admin))
    const member = await client.succeed('login', { email, password })
    expect(member.is_organization_admin).toBe(false)

    const profile = await client.succeed('getProfile', undefined, member.access)
    expect(profile).toMatchObject({ full_name: 'Grace Hopper', email })
    const inviter = await client.succeed('getProfile', undefined, admin.access)
    expect(profile.organization).toEqual(laterOn(inviter).organization)
    const { status } = await client.refused('inviteTeamMembers', { emails: [] }, member.access)
    expect(status).toBe(403)
  })

  test('an invitation can be used once', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    const token = await invited(admin, email)
    await open(token)
    await client.succeed('signup', signupBy(email, admin))
    expect(await refusedToOpen(token)).toEqual(usedOrExpired)
    const again = { full_name: 'Grace', email: client.newAddress(), current_password: password }
    const { access } = await client.succeed('login', { email, password })
    await client.succeed('updateProfile', again, access)
    await confirmAddress(client, access, again.email)
    // The address is free again, its invitation isn't.
    expect(await client.refused('signup', signupBy(email, admin))).toEqual(notInvited)
  })

  test('an invitation lets no other address join, nor its own another organisation', async () => {
    const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
    const email = client.newAddress()
    await open(await invited(admin, email))
    const another = email.replace('@', '+more@')
    expect(await client.refused('signup', signupBy(another, admin))).toEqual(notInvited)
    expect(await client.refused('signup', signupBy(email, other))).toEqual(notInvited)
    await client.succeed('signup', signupBy(email, admin))
  })

  test('one of ten people who use an invitation at the same moment joins', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    await open(await invited(admin, email))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.request('signup', signupBy(email, admin))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('the answer says how many invitations were sent, and why the others were not', async () => {
    const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
    const [first, second] = [client.newAddress(), client.newAddress()]
    const long = 'y'.repeat(100)
    const emails = [
      'x',
      long,
      first,
      admin.email,
      `Grace <${second}>;`,
      stranger.email,
      first.toUpperCase(),
    ]
    expect(await client.succeed('inviteTeamMembers', { emails }, admin.access)).toEqual({
      message:
        `2 invitations sent. Excluded: x (not a valid address), ${'y'.repeat(80)}… (not a valid address), ${admin.email} (already a member), ` +
        `${stranger.email} (already has an account), ${first.toUpperCase()} (listed twice).`,
      invited: 2,
      excluded: ['x', long, admin.email, stranger.email],
    })
    await onlyMailTo(client, first)
    await onlyMailTo(client, second)
    for (const email of ['x', admin.email, stranger.email]) {
      expect(await mailsTo(client, email)).toEqual([])
    }
  })

  if (!clock) return

  test('an invitation can be opened for seven days', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    const token = await invited(admin, email)
    clock.advance(7 * day - minute)
    await open(token)
    const { access } = await client.succeed('login', admin)
    const later = client.newAddress()
    await invite({ ...admin, access }, [later])
    clock.advance(2 * minute)
    expect(await refusedToOpen(token)).toEqual(usedOrExpired)
    expect(await client.refused('signup', signupBy(email, admin))).toEqual(notInvited)
    const { invitations, places } = await client.succeed('getTeam', undefined, access)
    const state_since = invitations[1]?.expires_at
    expect(invitations).toMatchObject([
      { email: later, state: 'sent' },
      { email, state: 'expired', state_since },
    ])
    expect(places).toMatchObject({ taken: 1, reserved: 1 })
    const organisation = await client.succeed('getOrganisation', undefined, access)
    expect(organisation.invitations).toBe(1)
  })
}
