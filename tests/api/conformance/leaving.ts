import { expect, test } from 'vitest'
import { createBuyer } from '../../support/conformance/buyer'
import {
  confirmAddress,
  mailsTo,
  onlyMailTo,
  subjectsTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import { passkeyUsers } from '../../support/conformance/passkeys'

const wrong = { status: 422, text: 'Entered password is incorrect.' }

/** Leaving, and what is kept about oneself. */
export default function describeLeaving(client: Client): void {
  const leave = ({ password, access }: Admin) => client.succeed('leave', { password }, access)

  test('deletes the account with its sessions and open invitations, and mails the user and all admins', async () => {
    const founder = await client.newAdmin()
    const leaver = await joinAsAdmin(client, founder)
    const member = await joinTeam(client, founder)
    const guest = client.newAddress()
    await client.succeed('inviteTeamMembers', { emails: [guest] }, leaver.access)
    const invitation_token = tokenIn(await onlyMailTo(client, guest), 'invite')
    expect(await client.refused('leave', { password: 'wrong' }, leaver.access)).toEqual(wrong)
    await leave(leaver)
    const { email, password, access, refresh } = leaver
    expect(await client.statusOf('getProfile', undefined, access)).toBe(401)
    expect(await client.wholeRefusal('refreshToken', { refresh })).toMatchObject({
      status: 401,
      error: `You left ${founder.organization}, and your account was deleted.`,
      code: 'account_deleted',
    })
    expect(await client.statusOf('login', { email, password })).toBe(404)
    expect(await client.statusOf('openInvitation', { invitation_token })).toBe(422)
    const { members, invitations } = await client.succeed('getTeam', undefined, founder.access)
    expect([members.length, invitations.length]).toEqual([2, 0])
    const actions = (await client.actionsOf(founder)).slice(0, 2)
    expect(actions.toSorted()).toEqual(['invitation-revoked', 'left'])
    const subjects = async (of: string) => (await subjectsTo(client, of)).join()
    expect(await subjects(email)).toContain(`You left ${founder.organization} on Orglens`)
    expect(await subjects(founder.email)).toMatch(/^Name of .* has left Organisation-\d+,/)
    expect(await subjects(member.email)).not.toContain('has left')
  })

  test('is confirmed by a mail, which says whether a card of theirs still pays for the plan', async () => {
    const founder = await client.newAdmin()
    const { organization: name } = founder
    const buy = async () => {
      const payer = await joinAsAdmin(client, founder)
      await createBuyer(client, payer.access).subscribe('plan_growth_monthly_usd')
      return payer
    }
    const goodbyeTo = async ({ email }: Admin) => (await mailsTo(client, email))[0]?.text
    const removed = await buy()
    const { id: member_id } = removed
    const demotion = { member_id, is_organization_admin: false }
    await client.succeed('setRole', demotion, founder.access)
    // Members see no bills, but whose card it is.
    const shown = await createBuyer(client, removed.access).plan()
    expect(shown).toMatchObject({ is_payer: true })
    expect(shown).not.toHaveProperty('payment_method')
    await client.succeed('removeMember', { member_id }, founder.access)
    const deleted = 'Your Orglens account was deleted, and you were logged out everywhere.'
    expect(await goodbyeTo(removed)).toContain(
      `Ada Lovelace removed you from ${name}. ${deleted}\n\nVisa ending in 4242, which you added for the Growth plan of ${name}, will still be charged for it.`,
    )
    await createBuyer(client, founder.access).cancel()
    const left = await buy()
    await client.succeed('stopRenewing', undefined, left.access)
    await leave(left)
    expect(await goodbyeTo(left)).toContain(`You left ${name}. ${deleted}\n\nIf it wasn't you, `)
  })

  test('is refused to the last admin, and to the only person', async () => {
    const admin = await client.newAdmin()
    const { password, access } = admin
    const refusal = () => client.refused('leave', { password }, access)
    expect((await refusal()).text).toContain('You are the only person in your organisation.')
    const member = await joinTeam(client, admin)
    const text = 'An organisation needs an admin. Make someone else an admin first.'
    expect(await refusal()).toEqual({ status: 409, text })
    await leave(member)
    await client.succeed('getProfile', undefined, access)
  })

  test('the stored data are exported with the password, without secrets and others’ data', async () => {
    const admin = await client.newAdmin()
    const { email, password, access, refresh } = admin
    const member = await joinAsAdmin(client, admin)
    expect(await client.refused('exportAccount', { password: 'wrong' }, access)).toEqual(wrong)
    await client.succeed('inviteTeamMembers', { emails: [1, 2].map(client.newAddress) }, access)
    for (const copy of [email, client.newAddress()]) {
      await client.succeed('addCopy', { email: copy }, access)
    }
    const report = { every: 'week', day: 1, hour: 8, time_zone: 'Asia/Kolkata' }
    const subscription = { dashboard_id: 'overview', ...report }
    const german = { 'accept-language': 'de-DE,en;q=0.5' }
    await client.request('subscribeReport', subscription, access, german)
    await passkeyUsers(client).addPasskey(admin)
    const data = await client.succeed('exportAccount', { password }, access)
    // What is kept about a person: whoever adds to it adds it here, to the export and to the docs.
    const fields = Object.entries({ ...data, exported_at: {} }).map(([part, facts]) => [
      part,
      Object.keys([facts].flat()[0] ?? {})
        .sort()
        .join(' '),
    ])
    expect(Object.fromEntries(fields)).toEqual({
      exported_at: '',
      account:
        'contact_number email former_email full_name is_email_confirmed is_organization_admin joined_at renewal_reminders second_factor second_factor_due_at user_id',
      passkeys: 'added_at domain is_synced last_used_at name',
      organization: 'name slug',
      sessions: 'browser by_passkey expires_at last_active_at network session_id signed_in_at',
      known_browsers: 'browser last_signed_in_at network',
      pending_links: 'expires_at kind mailed_at',
      reports:
        'asked_for_at dashboard day every hour last_made_at numbers_as_in paused_at time_zone',
      receipt_copies: 'added_at confirmed_at',
      invitations_sent: 'expires_at invited_at',
      mails_kept: 'subject written_at',
      sign_ins: 'browser first_at last_at network result times',
      audit_log: 'action at details done_by network',
    })
    const actions = [
      ...['signed-up', 'invited', 'made-admin', 'invited', 'copy-added', 'copy-added'],
      ...['report-subscribed', 'passkey-added', 'data-exported'],
    ]
    expect(data).toMatchObject({
      account: { full_name: 'Ada Lovelace', email, second_factor: null },
      organization: { name: admin.organization },
      sessions: [{ browser: 'Unknown browser', by_passkey: false }],
      reports: [{ dashboard: 'overview', ...report, numbers_as_in: 'de-DE' }],
      sign_ins: [{ result: 'signed-in' }, { result: 'wrong-password-of-session' }],
      audit_log: actions.map((action) => ({ action, done_by: { email } })),
    })
    const text = JSON.stringify(data)
    for (const hidden of [password, access, refresh, member.email, member.id, 'argon2', 'hash']) {
      expect(text).not.toContain(hidden)
    }
    const proof = { password: member.password }
    const theirs = await client.succeed('exportAccount', proof, member.access)
    expect(theirs).toMatchObject({
      audit_log: [
        { action: 'joined', done_by: { email: member.email } },
        { action: 'made-admin', done_by: 'somebody else', about: `Name of ${member.email}` },
        { action: 'data-exported', done_by: { email: member.email } },
      ],
    })
    expect((theirs as { audit_log: object[] }).audit_log[1]).not.toHaveProperty('network')
    expect(JSON.stringify(theirs)).not.toContain(email)
  })

  test('the export has the mails that were written for the account, and none for an address that it took', async () => {
    const [thief, stranger] = [await client.newAdmin(), await client.newAdmin()]
    const email = client.newAddress()
    await client.succeed('inviteTeamMembers', { emails: [email] }, stranger.access)
    const { password, access } = thief
    const update = { full_name: 'Ada', email, current_password: password }
    await client.succeed('updateProfile', update, access)
    const exported = async () => {
      const { mails_kept } = await client.succeed('exportAccount', { password }, access)
      return (mails_kept as { subject: string }[]).map(({ subject }) => subject).sort()
    }
    // Also what went to the former address, of which they learn no more than they know.
    const changed = 'The email address of your Orglens account was changed'
    const asking = 'Is this your address on Orglens?'
    expect(await exported()).toEqual([asking, changed])
    await confirmAddress(client, access, email)
    await client.succeed('forgotPassword', { email })
    expect(await exported()).toEqual([asking, 'Set a new password for Orglens', changed])
  })
}
