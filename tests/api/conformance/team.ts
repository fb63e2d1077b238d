import { expect, test } from 'vitest'
import { createBuyer } from '../../support/conformance/buyer'
import { mailsTo, subjectsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'

export default function describeTeam(client: Client): void {
  const teamOf = ({ access }: Admin) => client.succeed('getTeam', undefined, access)
  const { actionsOf, statusOf } = client
  const invite = async (admin: Admin, ...emails: string[]) =>
    (await client.succeed('inviteTeamMembers', { emails }, admin.access)).message
  const setRole = (admin: Admin, member_id: string, is_organization_admin: boolean) =>
    client.succeed('setRole', { member_id, is_organization_admin }, admin.access)

  test('lists its members and invitations; a member becomes an admin in the current session, and a member again', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const email = client.newAddress()
    await invite(admin, email)
    expect(await teamOf(admin)).toMatchObject({
      members: [
        { email: admin.email, is_organization_admin: true, is_self: true },
        { email: member.email, is_organization_admin: false, is_self: false },
      ],
      invitations: [{ email, invited_by: 'Ada Lovelace', state: 'sent', failure: null }],
      places: { taken: 2, reserved: 1 },
    })
    expect(await statusOf('getTeam', undefined, member.access)).toBe(403)
    for (const _twice of [1, 2]) await setRole(admin, member.id, true)
    expect((await teamOf(member)).members).toHaveLength(2)
    const profile = await client.succeed('getProfile', undefined, member.access)
    expect(profile.is_organization_admin).toBe(true)
    await setRole(admin, member.id, false)
    expect(await statusOf('getTeam', undefined, member.access)).toBe(403)
    const name = `Name of ${member.email.replace(/[@.]/g, ' ')}`
    const notices = [
      `${name} is no longer an admin in ${admin.organization}`,
      `${name} is now an admin in ${admin.organization}`,
    ]
    expect((await subjectsTo(client, member.email)).slice(0, 2)).toEqual(notices)
    expect(await subjectsTo(client, admin.email)).toEqual(notices)
    expect((await actionsOf(admin)).slice(0, 2)).toEqual(['made-member', 'made-admin'])
  })

  test('removes a member, who is signed out and notified, and can be invited again', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    await client.succeed('removeMember', { member_id: member.id }, admin.access)
    expect(await statusOf('getProfile', undefined, member.access)).toBe(401)
    const { refresh } = member
    expect(await client.wholeRefusal('refreshToken', { refresh })).toMatchObject({
      status: 401,
      error: `You were removed from ${admin.organization}, and your account was deleted. If that is a mistake, ask one of its admins to invite you again.`,
      code: 'account_deleted',
    })
    expect(await statusOf('login', member)).toBe(404)
    expect((await subjectsTo(client, member.email))[0]).toMatch(/^You were removed from/)
    const told = [expect.stringContaining(' was removed from Organisation')]
    expect(await subjectsTo(client, admin.email)).toEqual(told)
    expect(await invite(admin, member.email)).toBe('1 invitation sent.')
    expect(await client.logOf(admin, { action: 'removed' })).toMatchObject([
      { subject: `Name of ${member.email}`, actor: { kind: 'user', email: admin.email } },
    ])
  })

  test('resends an invitation, voiding the earlier link, and revokes it, opened or not', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    await invite(admin, email)
    const [{ invitation_id } = {}] = (await teamOf(admin)).invitations
    const again = await client.succeed('resendInvitation', { invitation_id }, admin.access)
    expect(again.message).toBe(`The invitation was sent to ${email} again.`)
    const mails = await mailsTo(client, email)
    const opened = () =>
      Promise.all(
        mails.map((mail) =>
          statusOf('openInvitation', { invitation_token: tokenIn(mail, 'invite') }),
        ),
      )
    // The newest first.
    expect(await opened()).toEqual([200, 422])
    expect((await teamOf(admin)).invitations).toMatchObject([{ invitation_id, state: 'opened' }])
    await client.succeed('revokeInvitation', { invitation_id }, admin.access)
    expect(await opened()).toEqual([422, 422])
    expect((await teamOf(admin)).invitations).toEqual([])
    const told = ['invitation-revoked', 'invitation-sent-again', 'invited']
    expect((await actionsOf(admin)).slice(0, 3)).toEqual(told)
    // Its address has an account elsewhere by now.
    const taken = { ...client.newSignup(), email: client.newAddress() }
    await invite(admin, taken.email)
    await client.succeed('signup', taken)
    const [{ invitation_id: late } = {}] = (await teamOf(admin)).invitations
    const refused = await client.refused('resendInvitation', { invitation_id: late }, admin.access)
    expect(refused).toEqual({ status: 409, text: `${taken.email} already has an account.` })
    const link = { invitation_token: tokenIn((await mailsTo(client, taken.email))[0], 'invite') }
    expect((await client.wholeRefusal('openInvitation', link)).code).toBe('taken')
  })

  test('has as many places as its plan, and excludes further invitations, in the order typed', async () => {
    const admin = await client.newAdmin()
    await createBuyer(client, admin.access).subscribe('plan_starter_monthly_usd')
    const emails = Array.from({ length: 12 }, client.newAddress)
    const { email: account } = await client.newAdmin()
    const excluded = emails.slice(9).map((email) => `${email} (no seat left in your plan)`)
    expect(await invite(admin, account, ...emails)).toBe(
      `9 invitations sent. Excluded: ${account} (already has an account), ${excluded.join(', ')}.`,
    )
    expect((await teamOf(admin)).places).toEqual({ taken: 1, reserved: 9, limit: 10 })
    // Who has a place keeps it, also when they are mailed again, and when they join.
    const [{ invitation_id } = {}] = (await teamOf(admin)).invitations
    await client.succeed('resendInvitation', { invitation_id }, admin.access)
    expect(await invite(admin, emails[0] ?? '')).toBe('1 invitation sent.')
    await joinTeam(client, admin, emails[1])
    expect((await teamOf(admin)).places).toEqual({ taken: 2, reserved: 8, limit: 10 })
  })

  test('nobody changes or removes themselves, others’ members, or nobody', async () => {
    const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
    const self = (await teamOf(admin)).members[0]?.member_id
    for (const [name, rest] of [
      ['setRole', { is_organization_admin: false }],
      ['removeMember', {}],
    ] as const) {
      const ask = (member_id: unknown, { access } = admin) =>
        statusOf(name, { member_id, ...rest }, access)
      expect(await ask(self)).toBe(409)
      expect(await ask(self, stranger)).toBe(404)
      expect(await ask('nobody')).toBe(404)
      expect(await ask('x'.repeat(201))).toBe(422)
    }
    expect((await teamOf(admin)).members).toMatchObject([{ is_organization_admin: true }])
    expect(await actionsOf(admin)).toEqual(['signed-up'])
    expect(await mailsTo(client, admin.email)).toEqual([])
  })
}
