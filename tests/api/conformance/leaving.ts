import { describe, expect, test } from 'vitest'
import { createBuyer } from '../../support/conformance/buyer'
import {
  confirmAddress,
  mailsTo,
  onlyMailTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import { passkeyUsers } from '../../support/conformance/passkeys'

const wrong = { status: 422, text: 'Entered password is incorrect.' }

/** Leaving, and what is kept about oneself. */
export default function describeLeaving(client: Client): void {
  const isAlive = async ({ access }: Pick<Admin, 'access'>) =>
    (await client.request('getProfile', undefined, access)).status === 200

  test('deletes the account with its sessions and open invitations, and mails the user and all admins', async () => {
    const founder = await client.newAdmin()
    const leaver = await joinAsAdmin(client, founder)
    const member = await joinTeam(client, founder)
    const guest = client.newAddress()
    await client.succeed('inviteTeamMembers', { emails: [guest] }, leaver.access)
    const token = tokenIn(await onlyMailTo(client, guest), 'invite')
    const { password } = leaver
    expect(await client.refused('leave', { password: 'wrong' }, leaver.access)).toEqual(wrong)
    await client.succeed('leave', { password }, leaver.access)
    expect(await isAlive(leaver)).toBe(false)
    const { email, refresh } = leaver
    expect(await client.wholeRefusal('refreshToken', { refresh })).toMatchObject({
      status: 401,
      error: `You left ${founder.organization}, and your account was deleted.`,
      code: 'account_deleted',
    })
    expect((await client.refused('login', { email, password })).status).toBe(404)
    expect((await client.refused('openInvitation', { invitation_token: token })).status).toBe(422)
    const { members, invitations } = await client.succeed('getTeam', undefined, founder.access)
    expect([members.length, invitations.length]).toEqual([2, 0])
    const [newest, before] = await client.logOf(founder)
    const actions = [newest?.action, before?.action]
    expect(actions.toSorted()).toEqual(['invitation-revoked', 'left'])
    const [farewell] = await mailsTo(client, email)
    expect(farewell?.subject).toBe(`You left ${founder.organization} on Orglens`)
    const [notice] = await mailsTo(client, founder.email)
    expect(notice?.subject).toMatch(/^Name of .* has left Organisation-\d+$/)
    const told = (await mailsTo(client, member.email)).map(({ subject }) => subject)
    expect(told.filter((subject) => subject.includes('has left'))).toEqual([])
  })

  test('is confirmed by a mail, which says whether a card of theirs still pays for the plan', async () => {
    const founder = await client.newAdmin()
    const { organization: name } = founder
    const buy = async () => {
      const payer = await joinAsAdmin(client, founder)
      const buyer = createBuyer(client, payer.access)
      await buyer.subscribe('plan_growth_monthly_usd')
      return { ...payer, buyer }
    }
    const paragraphs = async ({ email }: Pick<Admin, 'email'>) =>
      (await mailsTo(client, email))[0]?.text.split('\n\n').slice(1, -1)
    const removed = await buy()
    const { id: member_id } = removed
    const demotion = { member_id, is_organization_admin: false }
    await client.succeed('setRole', demotion, founder.access)
    // Members see no bills, but whose card it is.
    expect(await removed.buyer.plan()).toMatchObject({ is_payer: true })
    await client.succeed('removeMember', { member_id }, founder.access)
    expect(await paragraphs(removed)).toEqual([
      `Hello Name of ${removed.email.replace(/[@.]/g, ' ')},`,
      `Ada Lovelace removed you from ${name}. Your Orglens account was deleted, and you were logged out everywhere.`,
      `Visa ending in 4242, which you added for the Growth plan of ${name}, will still be charged for it. To change that, ask an admin of ${name} to change the payment method or to stop the renewal.`,
      'If that is a mistake, ask an admin of the organisation to invite you again.',
    ])
    await createBuyer(client, founder.access).cancel()
    const left = await buy()
    await client.succeed('stopRenewing', undefined, left.access)
    await client.succeed('leave', { password: left.password }, left.access)
    expect(await paragraphs(left)).toEqual([
      `Hello Name of ${left.email.replace(/[@.]/g, ' ')},`,
      `You left ${name}. Your Orglens account was deleted, and you were logged out everywhere.`,
      "If it wasn't you, someone else knows your password: ask an admin of the organisation to invite you again, and choose another one.",
    ])
  })

  test('is refused to the last admin, and to the only person', async () => {
    const admin = await client.newAdmin()
    const { password, access } = admin
    expect(await client.refused('leave', { password }, access)).toEqual({
      status: 409,
      text: expect.stringContaining('You are the only person in your organisation.'),
    })
    const member = await joinTeam(client, admin)
    expect(await client.refused('leave', { password }, access)).toEqual({
      status: 409,
      text: 'An organisation needs an admin. Make someone else an admin first.',
    })
    await client.succeed('leave', { password: member.password }, member.access)
    expect(await isAlive(admin)).toBe(true)
  })

  describe('the stored data', () => {
    test('is exported with the password, without secrets and others’ data', async () => {
      const admin = await client.newAdmin()
      const { password, access, refresh } = admin
      const member = await joinAsAdmin(client, admin)
      expect(await client.refused('exportAccount', { password: 'wrong' }, access)).toEqual(wrong)
      await client.succeed('inviteTeamMembers', { emails: [1, 2].map(client.newAddress) }, access)
      await client.succeed('addCopy', { email: admin.email }, access)
      const report = { every: 'week', day: 1, hour: 8, time_zone: 'Asia/Kolkata' }
      await client.succeed('subscribeReport', { dashboard_id: 'overview', ...report }, access)
      await passkeyUsers(client).addPasskey(admin)
      const data = await client.succeed('exportAccount', { password }, access)
      const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      const place = { browser: 'Unknown browser', network: 'unknown' }
      const signIn = { ...place, first_at: instant, last_at: instant, times: 1 }
      const invitation = { invited_at: instant, expires_at: instant }
      // What is kept about a person: whoever adds to it adds it here, to the export and to the docs.
      expect(data).toEqual({
        exported_at: instant,
        account: {
          user_id: expect.any(String),
          full_name: 'Ada Lovelace',
          email: admin.email,
          contact_number: null,
          is_organization_admin: true,
          second_factor: null,
          second_factor_due_at: null,
          renewal_reminders: true,
          is_email_confirmed: false,
          former_email: null,
          joined_at: instant,
        },
        passkeys: [
          {
            name: 'A key',
            domain: 'orglens.test',
            is_synced: false,
            added_at: instant,
            last_used_at: null,
          },
        ],
        organization: { name: admin.organization, slug: admin.organization.toLowerCase() },
        sessions: [
          {
            session_id: expect.any(String),
            by_passkey: false,
            ...place,
            signed_in_at: instant,
            last_active_at: instant,
            expires_at: instant,
          },
        ],
        known_browsers: [{ ...place, last_signed_in_at: instant }],
        pending_links: [{ kind: 'sets a new password', mailed_at: instant, expires_at: instant }],
        reports: [
          {
            dashboard: 'overview',
            ...report,
            numbers_as_in: 'en-GB',
            asked_for_at: instant,
            paused_at: null,
            last_made_at: null,
          },
        ],
        receipt_copies: [{ added_at: instant, confirmed_at: null }],
        invitations_sent: [invitation, invitation],
        mails_kept: expect.any(Array),
        sign_ins: [
          { result: 'signed-in', ...signIn },
          { result: 'wrong-password-of-session', ...signIn },
        ],
        audit_log: [
          ['signed-up', {}],
          ['invited', {}],
          ['made-admin', {}],
          ['invited', { count: 2 }],
          ['copy-added', {}],
          ['report-subscribed', { report: 'Overview' }],
          ['passkey-added', {}],
          ['data-exported', {}],
        ].map(([action, details]) => ({
          at: instant,
          action,
          done_by: { name: 'Ada Lovelace', email: admin.email },
          network: 'unknown',
          details,
          ...(action === 'data-exported' && { about: null }),
        })),
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
      expect(JSON.stringify(theirs)).not.toContain(admin.email)
    })

    test('has the mails that were written for the account, and none for an address that it took', async () => {
      const [thief, stranger] = [await client.newAdmin(), await client.newAdmin()]
      const wanted = client.newAddress()
      const invite = () =>
        client.succeed('inviteTeamMembers', { emails: [wanted] }, stranger.access)
      await invite()
      const changes = { full_name: 'Ada', current_password: thief.password }
      await client.succeed('updateProfile', { ...changes, email: wanted }, thief.access)
      const exported = async () => {
        const { password, access } = thief
        const { mails_kept } = await client.succeed('exportAccount', { password }, access)
        return (mails_kept as { subject: string }[]).map(({ subject }) => subject).sort()
      }
      // Also what went to the former address, of which they learn no more than they know.
      const changed = 'The email address of your Orglens account was changed'
      const told = ['Is this your address on Orglens?', changed]
      expect(await exported()).toEqual(told)
      await confirmAddress(client, thief.access, wanted)
      await client.succeed('forgotPassword', { email: wanted })
      expect(await exported()).toEqual([told[0], 'Set a new password for Orglens', changed])
    })
  })
}
