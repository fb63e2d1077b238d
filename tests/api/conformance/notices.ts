import { beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { type Action, type Limit, type RateLimits, rateLimits } from '../../../server/api/limits'
import { day } from '../../../server/lib/time'
import { newAuthenticator } from '../../support/authenticator'
import { askForReset, listMails, mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/targets'
import { phoneOf } from '../../support/phone'

/** How often people are mailed, by whom ever. */
export default function describeNotices(client: Client, { clock }: Target): void {
  function limited(limits = rateLimits()) {
    const { call } = limitedApi(client, limits)
    const request = (name: CallName, body: unknown, { access }: Pick<Admin, 'access'>) =>
      call(name, body, { token: access })
    return {
      call,
      request,
      async invite(admin: Admin, ...emails: string[]): Promise<string> {
        const answer = await request('inviteTeamMembers', { emails }, admin)
        expect(answer.status).toBe(200)
        return (await answer.json()).message
      },
    }
  }

  // Counts come back with time, however slow this machine is.
  beforeEach(() => clock.stop())

  /** The table of limits, which lets each of those be done once. How often it is really, `tests/unit/rate-limit.test.ts` holds. */
  function once(...actions: Action[]): RateLimits {
    const limits = rateLimits()
    const oneCall = (limit: Limit) => ({ ...limit, calls: 1 })
    const changed = actions.map((action) => [action, limits[action].map(oneCall)])
    return { ...limits, ...Object.fromEntries(changed) }
  }

  test('what is entered and mailed is done only so often a day; what is refused doesn’t count', async () => {
    const { request } = limited(
      once('setPassword', 'exportData', 'renamed', 'slugChanged', 'changeRole', 'endSessions'),
    )
    const [{ password, ...admin }, other] = [await client.newAdmin(), await client.newAdmin()]
    const taken = other.organization
    const [first, second] = [client.unique('Apex'), client.unique('Bpex')]
    const slugs = [taken, `${first}-slug`, `${second}-slug`].map((slug) => slug.toLowerCase())
    const renames = [taken, first, second].map((name) => ({ name }))
    const moves = slugs.map((slug) => ({ slug, password }))
    const { id: member_id, ...member } = await joinTeam(client, { password, ...admin })
    const roles = [false, true, false].map((to) => ({ member_id, is_organization_admin: to }))
    // Nor does what strangers ask for.
    expect((await request('setRole', roles[1], other)).status).toBe(404)
    const exports = ['wrong', password, password].map((given) => ({ password: given }))
    const changes = [
      { current_password: 'wrong', new_password: 'another long one' },
      { current_password: password, new_password: 'another long one' },
      { current_password: 'another long one', new_password: 'a third long one' },
    ]
    for (const [name, expected, bodies] of [
      ['setRole', [204, 204, 429], roles],
      ['renameOrganisation', [409, 204, 429], renames],
      ['changeSlug', [409, 200, 429], moves],
      ['exportAccount', [422, 200, 429], exports],
      ['changePassword', [422, 204, 429], changes],
    ] as const) {
      const statuses: number[] = []
      for (const body of bodies) statuses.push((await request(name, body, admin)).status)
      expect(statuses, name).toEqual(expected)
    }
    const own = { current_password: member.password, new_password: 'another long one' }
    expect((await request('changePassword', own, member)).status).toBe(204)
    const endOthers = async () => (await request('endOtherSessions', undefined, admin)).status
    expect(await endOthers()).toBe(204)
    await client.succeed('login', { email: admin.email, password: 'another long one' })
    expect([await endOthers(), await endOthers()]).toEqual([204, 429])
  })

  test('a network founds only so many organisations; a mailbox gets only so many links by unproven sub-addresses', async () => {
    const { call } = limited(once('foundOrganisation', 'mailResetLinkToSubAddress'))
    const [from, { email }] = [client.unique('network'), await client.newAdmin()]
    const statuses: number[] = []
    for (const taken of [{ email }, {}, {}]) {
      statuses.push((await call('signup', { ...client.newSignup(), ...taken }, { from })).status)
    }
    expect(statuses).toEqual([409, 200, 429])
    const name = client.unique('reset')
    const addresses = ['+1', '+2', ''].map((part) => `${name}${part}@example.test`)
    for (const address of addresses) {
      await client.succeed('signup', { ...client.newSignup(), email: address })
    }
    const proven = `${name}+3@example.test`
    await joinTeam(client, await client.newAdmin(), proven)
    for (const address of [...addresses, proven]) await call('forgotPassword', { email: address })
    const links = (await listMails(client)).filter(
      ({ to, subject }) => to.startsWith(name) && subject.startsWith('Set a new password'),
    )
    expect(links.map(({ to }) => to).sort()).toEqual([addresses[0], proven, addresses[2]])
  })

  test('a password is reset only so often a day, and the link that puts an address back works after that', async () => {
    const { request, call } = limited(once('setPasswordByLink'))
    const { user, codes } = await secondFactors(client, clock.now).newSecured()
    const password = 'another long one'
    const setByNewestLink = async (new_password: string, one_time_code?: string) => {
      const [mail] = await mailsTo(client, user.email)
      const token = tokenIn(mail, 'reset-password')
      const body = { reset_token: token, new_password, one_time_code }
      return (await call('resetPassword', body)).status
    }
    // Being asked for a code is no reset.
    for (const [status, code] of [[422], [200, codes[0]], [429, codes[1]]] as const) {
      // The newest mail is the first.
      clock.advance(1_000)
      await client.succeed('forgotPassword', { email: user.email })
      expect(await setByNewestLink(password, code)).toBe(status)
    }
    const { email } = await client.newAdmin()
    const theirs = { reset_token: await askForReset(client, email), new_password: password }
    expect((await call('resetPassword', theirs)).status).toBe(200)
    const signIn = { ...user, password, one_time_code: codes[1] }
    const { access } = await client.succeed('login', signIn)
    clock.advance(1_000)
    const changed = { full_name: 'Ada', email: client.newAddress() }
    expect((await request('updateProfile', changed, { access })).status).toBe(200)
    expect(await setByNewestLink('mine again, and long', codes[2])).toBe(200)
  })

  test('recovery codes are used only so often a day, but with a link always', async () => {
    const { call } = limited(once('useRecoveryCode'))
    const { user, codes } = await secondFactors(client, clock.now).newSecured()
    const signIn = async (one_time_code = 'no recovery code') =>
      (await call('login', { ...credentials(user), one_time_code })).status
    const statuses = [await signIn(), await signIn(codes[0]), await signIn(codes[1])]
    expect(statuses).toEqual([422, 200, 429])
    const reset_token = await askForReset(client, user.email)
    const body = { reset_token, new_password: 'another long one', one_time_code: codes[1] }
    expect((await call('resetPassword', body)).status).toBe(200)
  })

  describe('a mailbox', () => {
    const sumUp = 'More happened in Orglens today than we email about'
    const limitOf = (calls: number) =>
      limited({ ...once('setSecondFactor'), mailNotice: [{ by: ['mailbox'], calls, window: day }] })

    /** @returns the subjects of what comes to a mailbox from now on, by whatever sub-address. */
    function watch(address: string) {
      clock.advance(1_000)
      const since = clock.now()
      const [name = ''] = address.split('@')
      return async () =>
        (await listMails(client))
          .filter(({ to, at }) => to.startsWith(name) && Date.parse(at) >= since)
          .map(({ subject }) => subject)
    }

    test('gets no more notices a day than the limit, sub-addresses together, then one that sums up; the organisation’s end is still told', async () => {
      const { request } = limitOf(4)
      const mailbox = `${client.unique('noticed')}@example.test`
      const attacker = await client.newAdmin()
      for (const part of ['+1@', '+2@']) {
        await joinAsAdmin(client, attacker, mailbox.replace('@', part))
      }
      const puppets = [await joinTeam(client, attacker), await joinTeam(client, attacker)]
      const notices = watch(mailbox)
      for (const is_organization_admin of [true, false]) {
        for (const { id: member_id } of puppets) {
          const role = { member_id, is_organization_admin }
          expect((await request('setRole', role, attacker)).status).toBe(204)
        }
      }
      expect(await notices()).toHaveLength(5)
      expect((await notices()).filter((subject) => subject === sumUp)).toHaveLength(1)
      const summary = (await listMails(client)).find(({ subject }) => subject === sumUp)
      expect(summary?.text).toContain('Audit Log')
      expect(summary?.text).not.toContain('http')

      // Both have proven their addresses by their invitations.
      const vital = watch(mailbox)
      const { organization: name, password } = attacker
      const deletion = await request('deleteOrganisation', { name, password }, attacker)
      expect(deletion.status).toBe(200)
      const isEnd = expect.stringMatching(/ will be deleted on /)
      expect(await vital()).toEqual([isEnd, isEnd])
    })

    test('that is full gets what undoes something, and of an unproven address only what was asked for', async () => {
      const { call, request } = limitOf(0)
      const owner = await client.newAdmin()
      const { email, password } = owner
      const confirmFactor = async (who: Pick<Admin, 'access'>) => {
        const { uri } = await client.succeed('beginTwoFactor', { password }, who.access)
        const code = phoneOf(uri, clock.now).next()
        expect((await request('confirmTwoFactor', { code }, who)).status).toBe(200)
      }
      const mails = watch(email)
      await client.succeed('forgotPassword', { email })
      await confirmFactor(owner)
      expect((await request('mailAddressLink', undefined, owner)).status).toBe(429)
      const change = { full_name: 'Ada', email: client.newAddress() }
      expect((await request('updateProfile', change, owner)).status).toBe(200)
      expect((await mails()).sort()).toEqual([
        sumUp,
        'Set a new password for Orglens',
        'The email address of your Orglens account was changed',
      ])
      const asked = watch(change.email)
      await call('forgotPassword', { email: change.email })
      expect(await asked()).toEqual(['Is this your address on Orglens?'])
      const proven = await joinTeam(client, await client.newAdmin())
      const vital = watch(proven.email)
      await confirmFactor(proven)
      expect(await vital()).toEqual([
        'Two-factor authentication was set up for your Orglens account',
      ])
      const other = await joinTeam(client, await client.newAdmin())
      const { ceremony, options } = await client.succeed('beginPasskey', other, other.access)
      const added = watch(other.email)
      const credential = newAuthenticator(client.api.origin).create(options)
      const passkey = { ceremony, name: 'A key', credential }
      expect((await request('addPasskey', passkey, other)).status).toBe(204)
      expect(await added()).toEqual(['A passkey was added to your Orglens account'])
    })
  })

  test('a mailbox is asked only so often whether an address is its own, sub-addresses together', async () => {
    // Changing it counts for each of them.
    const { request } = limited(once('askAddress', 'changeAddress'))
    const mailbox = client.unique('asked')
    const asked: string[] = []
    for (const part of ['1', '2']) {
      const update = { full_name: 'Ada', email: `${mailbox}+${part}@example.test` }
      expect((await request('updateProfile', update, await client.newAdmin())).status).toBe(200)
      asked.push(...(await mailsTo(client, update.email)).map(({ to }) => to))
    }
    expect(asked).toEqual([`${mailbox}+1@example.test`])
  })

  test('a recipient gets three invitations a day from one organisation; the last link stays valid', async () => {
    const { invite, request } = limited()
    const admin = await client.newAdmin()
    const [email, other] = [client.newAddress(), client.newAddress()]
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await invite(admin, email)).toBe('1 invitation sent.')
    }
    expect(await invite(admin, email.toUpperCase(), other)).toBe(
      `1 invitation sent. Excluded: ${email.toUpperCase()} (invited too often today).`,
    )
    const { invitations } = await client.succeed('getTeam', undefined, admin.access)
    const again = invitations.find((one) => one.email === email)
    expect((await request('resendInvitation', again, admin)).status).toBe(429)
    const mails = await mailsTo(client, email)
    const opened = await Promise.all(
      mails.map((mail) =>
        client.request('openInvitation', { invitation_token: tokenIn(mail, 'invite') }),
      ),
    )
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    clock.advance(day)
    const { access } = await client.succeed('refreshToken', { refresh: admin.refresh })
    expect(await invite({ ...admin, access }, email)).toBe('1 invitation sent.')
  })

  test('an organisation learns who has an account as often as it may invite an address', async () => {
    const { invite } = limited(once('inviteAddress'))
    const [admin, { email }] = [await client.newAdmin(), await client.newAdmin()]
    const excluded = (address: string, why: string) =>
      `No invitations sent. Excluded: ${address} (${why}).`
    const tooOften = 'invited too often today'
    expect(await invite(admin, email)).toBe(excluded(email, 'already has an account'))
    expect(await invite(admin, email)).toBe(excluded(email, tooOften))
    const signup = client.newSignup()
    await invite(admin, signup.email)
    await client.succeed('signup', signup)
    // What isn't mailed uses up nothing of the mailbox.
    const [mailed, asker] = [limited(once('mailInvitation')), await client.newAdmin()]
    expect(await mailed.invite(asker, email)).toBe(excluded(email, 'already has an account'))
    expect(await mailed.invite(asker, email.replace('@', '+1@'))).toBe('1 invitation sent.')
    expect(await invite(admin, signup.email)).toBe(excluded(signup.email, tooOften))
  })

  test('a network learns it of so many addresses an hour, from however many organisations', async () => {
    const { call } = limited(once('learnOfAccount'))
    const [first, second] = [await client.newAdmin(), await client.newAdmin()]
    const { email } = await client.newAdmin()
    const from = client.unique('network')
    const ask = async (name: CallName, email: string, { access: token }: Admin) => {
      const body = { emails: [email], full_name: 'Ada', email }
      return (await call(name, body, { from, token })).status
    }
    // Who has none is invited, and doesn't count.
    for (const _twice of [1, 2]) {
      expect(await ask('inviteTeamMembers', client.newAddress(), first)).toBe(200)
    }
    expect(await ask('updateProfile', email, first)).toBe(409)
    // Whatever they have.
    for (const address of [email, client.newAddress()]) {
      for (const name of ['inviteTeamMembers', 'updateProfile'] as const) {
        expect(await ask(name, address, second)).toBe(429)
      }
    }
  })
}
