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

/** What is kept about a person, by subject: whoever adds to it adds it here, to the export and to the docs. */
const kept =
  'account audit_log exported_at invitations_sent known_browsers mails_kept organization passkeys ' +
  'pending_links receipt_copies reports sessions sign_ins'
const keptOfAccount =
  'contact_number email former_email full_name is_email_confirmed is_organization_admin joined_at ' +
  'renewal_reminders second_factor second_factor_due_at user_id'

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
    await client.succeed('removeMember', { member_id: removed.id }, founder.access)
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
      const data = await client.succeed('exportAccount', { password }, access)
      expect(data).toMatchObject({
        account: { email: admin.email, full_name: 'Ada Lovelace', is_organization_admin: true },
        organization: { name: admin.organization },
        sessions: [{ browser: 'Unknown browser' }],
        known_browsers: [{ browser: 'Unknown browser' }],
        pending_links: [],
        sign_ins: [{ result: 'signed-in' }, { result: 'wrong-password-of-session', times: 1 }],
      })
      const keysOf = (value: unknown) =>
        Object.keys(value as object)
          .sort()
          .join(' ')
      expect(keysOf(data)).toBe(kept)
      expect(keysOf(data.account)).toBe(keptOfAccount)
      await client.succeed('inviteTeamMembers', { emails: [client.newAddress()] }, access)
      await client.succeed('addCopy', { email: admin.email }, access)
      const later = await client.succeed('exportAccount', { password }, access)
      expect(later.receipt_copies).toEqual([{ added_at: expect.any(String), confirmed_at: null }])
      expect(later.invitations_sent).toEqual([
        { invited_at: expect.any(String), expires_at: expect.any(String) },
      ])
      const text = JSON.stringify(data)
      expect(text).toContain('made-admin')
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
