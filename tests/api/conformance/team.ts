import { describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { createBuyer } from '../../support/conformance/buyer'
import { mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'

export default function describeTeam(client: Client): void {
  const teamOf = ({ access }: Admin) => client.succeed('getTeam', undefined, access)
  const { actionsOf } = client
  const invite = (admin: Admin, ...emails: string[]) =>
    client.succeed('inviteTeamMembers', { emails }, admin.access)

  const newMember = (admin: Admin, email = client.newAddress()) => joinTeam(client, admin, email)

  const setRole = (admin: Admin, member_id: string, is_organization_admin: boolean) =>
    client.succeed('setRole', { member_id, is_organization_admin }, admin.access)

  test('lists its members and invitations, with the state of each mail', async () => {
    const admin = await client.newAdmin()
    const member = await newMember(admin)
    const email = client.newAddress()
    await invite(admin, email)
    const team = await teamOf(admin)
    expect(
      team.members.map(({ email: address, is_organization_admin, is_self }) => [
        address,
        is_organization_admin,
        is_self,
      ]),
    ).toEqual([
      [admin.email, true, true],
      [member.email, false, false],
    ])
    expect(team.invitations).toMatchObject([
      { email, invited_by: 'Ada Lovelace', state: 'sent', failure: null },
    ])
    expect(team.places).toMatchObject({ taken: 2, reserved: 1 })
    const [mail] = await mailsTo(client, email)
    const invitation_token = tokenIn(mail, 'invite')
    await client.succeed('openInvitation', { invitation_token })
    expect((await teamOf(admin)).invitations[0]?.state).toBe('opened')
  })

  test('makes a member an admin in the current session, and a member again', async () => {
    const admin = await client.newAdmin()
    const member = await newMember(admin)
    expect((await client.refused('getTeam', undefined, member.access)).status).toBe(403)
    for (const _twice of [1, 2]) await setRole(admin, member.id, true)
    expect((await teamOf(member)).members).toHaveLength(2)
    const profile = await client.succeed('getProfile', undefined, member.access)
    expect(profile.is_organization_admin).toBe(true)
    const [notice] = await mailsTo(client, member.email)
    expect(notice?.subject).toMatch(/ is now an admin in /)
    await setRole(admin, member.id, false)
    expect((await mailsTo(client, member.email))[0]?.subject).toBe(
      `Name of ${member.email.replace(/[@.]/g, ' ')} is no longer an admin in ${admin.organization}`,
    )
    expect((await client.refused('getTeam', undefined, member.access)).status).toBe(403)
    const subjects = (await mailsTo(client, admin.email)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(2)
    expect((await actionsOf(admin)).slice(0, 3)).toEqual(['made-member', 'made-admin', 'joined'])
  })

  test('removes a member, who is signed out and notified, and can be invited again', async () => {
    const admin = await client.newAdmin()
    const member = await newMember(admin)
    await client.succeed('removeMember', { member_id: member.id }, admin.access)
    expect((await client.refused('getProfile', undefined, member.access)).status).toBe(401)
    const { refresh } = member
    const told = await client.request('refreshToken', { refresh })
    expect(told.status).toBe(401)
    const text = `You were removed from ${admin.organization}, and your account was deleted. If that is a mistake, ask one of its admins to invite you again.`
    expect(await told.json()).toEqual({ error: text, message: text, code: 'account_deleted' })
    expect((await client.refused('login', member)).status).toBe(404)
    const subjects = (await mailsTo(client, member.email)).map(({ subject }) => subject)
    expect(subjects.some((subject) => subject.startsWith('You were removed from'))).toBe(true)
    const [notice] = await mailsTo(client, admin.email)
    expect(notice?.subject).toContain(' was removed from Organisation')
    expect((await invite(admin, member.email)).message).toBe('1 invitation sent.')
    expect(await client.logOf(admin, { action: 'removed' })).toMatchObject([
      { subject: `Name of ${member.email}`, actor: { kind: 'user', email: admin.email } },
    ])
  })

  test('resends an invitation, voiding the earlier link, and revokes it, opened or not', async () => {
    const admin = await client.newAdmin()
    const email = client.newAddress()
    await invite(admin, email)
    const [invitation] = (await teamOf(admin)).invitations
    const body = { invitation_id: invitation?.invitation_id }
    const { message } = await client.succeed('resendInvitation', body, admin.access)
    expect(message).toBe(`The invitation was sent to ${email} again.`)
    const mails = await mailsTo(client, email)
    const tokens = mails.map((mail) => ({ invitation_token: tokenIn(mail, 'invite') }))
    expect(tokens).toHaveLength(2)
    // The newest first.
    await client.succeed('openInvitation', tokens[0])
    expect((await client.refused('openInvitation', tokens[1])).status).toBe(422)
    const again = (await teamOf(admin)).invitations
    expect(again).toMatchObject([{ invitation_id: body.invitation_id, state: 'opened' }])
    await client.succeed('revokeInvitation', body, admin.access)
    expect((await client.refused('openInvitation', tokens[0])).status).toBe(422)
    expect((await teamOf(admin)).invitations).toEqual([])
    expect((await actionsOf(admin)).slice(0, 3)).toEqual([
      'invitation-revoked',
      'invitation-sent-again',
      'invited',
    ])
  })

  test('has as many places as its plan, and excludes further invitations, in the order typed', async () => {
    const admin = await client.newAdmin()
    await createBuyer(client, admin.access).subscribe('plan_starter_monthly_usd')
    const emails = Array.from({ length: 12 }, client.newAddress)
    const { email: account } = await client.newAdmin()
    const { message } = await invite(admin, account, ...emails)
    const excluded = emails.slice(9).map((email) => `${email} (no seat left in your plan)`)
    expect(message).toBe(
      `9 invitations sent. Excluded: ${account} (already has an account), ${excluded.join(', ')}.`,
    )
    expect((await teamOf(admin)).places).toEqual({ taken: 1, reserved: 9, limit: 10 })
    // Who has a place keeps it, also when they are mailed again, and when they join.
    const [{ invitation_id } = {}] = (await teamOf(admin)).invitations
    await client.succeed('resendInvitation', { invitation_id }, admin.access)
    expect((await invite(admin, emails[0] ?? '')).message).toBe('1 invitation sent.')
    await newMember(admin, emails[1])
    expect((await teamOf(admin)).places).toEqual({ taken: 2, reserved: 8, limit: 10 })
  })

  const aboutMembers: [CallName, object][] = [
    ['setRole', { is_organization_admin: false }],
    ['removeMember', {}],
  ]
  test.each(aboutMembers)(
    '%s is refused for oneself, for others’ members and for nobody',
    async (call, rest) => {
      const admin = await client.newAdmin()
      const stranger = await client.newAdmin()
      const [self] = (await teamOf(admin)).members
      const ask = (member_id: unknown, { access } = admin) =>
        client.refused(call, { member_id, ...rest }, access)
      expect((await ask(self?.member_id)).status).toBe(409)
      expect((await ask(self?.member_id, stranger)).status).toBe(404)
      expect((await ask('nobody')).status).toBe(404)
      expect((await ask('x'.repeat(201))).status).toBe(422)
      expect((await teamOf(admin)).members).toMatchObject([{ is_organization_admin: true }])
      expect(await actionsOf(admin)).toEqual(['signed-up'])
      expect(await mailsTo(client, admin.email)).toEqual([])
    },
  )

  describe('the audit log', () => {
    test('lists actions, newest first, by kind and text', async () => {
      const admin = await client.newAdmin()
      const emails = [1, 2, 3, 4, 5].map(() => client.newAddress())
      for (const email of emails) await invite(admin, email)
      const read = (query: object) => client.logOf(admin, query)
      const all = await read({})
      const { next } = await client.succeed('getAuditLog', { most: all.length }, admin.access)
      expect(next).toBeNull()
      expect(all.map(({ action, subject }) => [action, subject])).toEqual([
        ...emails.toReversed().map((email) => ['invited', email]),
        ['signed-up', null],
      ])
      expect(all[0]).toEqual({
        entry_id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        actor: { kind: 'user', name: 'Ada Lovelace', email: admin.email },
        action: 'invited',
        subject: emails[4],
        details: {},
        network: 'unknown',
      })
      expect(await read({ action: 'signed-up' })).toHaveLength(1)
      expect(await read({ text: admin.email })).toEqual(all)
      const found = await read({ text: ` ${emails[2]?.toUpperCase()} ` })
      expect(found).toMatchObject([{ subject: emails[2] }])
      expect(await read({ text: '%' })).toEqual([])
      expect(await read({ text: 'Signed up' })).toMatchObject([{ action: 'signed-up' }])
      expect(await read({ text: String(all[0]?.network) })).toEqual(all)
    })

    test('a cursor of another organisation’s log is refused, and a member learns nothing', async () => {
      const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
      await invite(admin, client.newAddress())
      const { next } = await client.succeed('getAuditLog', { most: 1 }, admin.access)
      expect(next).not.toBeNull()
      const refusal = await client.refused('getAuditLog', { before: next }, stranger.access)
      expect(refusal.status).toBe(422)
      const member = await newMember(admin)
      expect((await client.refused('getAuditLog', {}, member.access)).status).toBe(403)
    })
  })
}
