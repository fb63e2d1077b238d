import { beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { type Limit, rateLimits } from '../../../server/api/limits'
import { listMails, mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import { type Admin, type Client, refusalOf } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import type { Target } from '../../support/conformance/target'
import { phoneOf } from '../../support/phone'

const hour = 60 * 60 * 1000

export default function describeNotices(client: Client, { clock }: Target): void {
  if (!clock) return

  function limited(limits = rateLimits()) {
    const { call } = limitedApi(client, limits)
    return {
      request: (name: CallName, body: unknown, { access }: Pick<Admin, 'access'>) =>
        call(name, body, { token: access }),
      call,
    }
  }

  // Counts come back with time, however slow this machine is.
  beforeEach(() => clock.stop())

  test('the role of one person changes five times a day, whoever changes it', async () => {
    const { request } = limited()
    const admin = await client.newAdmin()
    const [member, other] = [await joinTeam(client, admin), await joinTeam(client, admin)]
    const setRole = (of: string, is_organization_admin: boolean, by = admin) =>
      request('setRole', { member_id: of, is_organization_admin }, by)
    expect((await setRole(other.id, true)).status).toBe(204)
    for (let turn = 0; turn < 5; turn += 1) {
      const isAdmin = turn % 2 === 0
      // What changes nothing, or is refused, doesn't count.
      expect((await setRole(member.id, !isAdmin)).status).toBe(204)
      expect((await setRole('nobody', isAdmin)).status).toBe(404)
      expect((await setRole(member.id, isAdmin, turn > 2 ? other : admin)).status).toBe(204)
    }
    const refused = await refusalOf(await setRole(member.id, false, other))
    expect(refused.status).toBe(429)
    expect(refused.text).toContain("This person's role was changed too often today.")
    expect((await setRole(other.id, false)).status).toBe(204)
  })

  test('a second factor is set up or reset five times an hour, whoever does it', async () => {
    const { request } = limited()
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      const { password, id } = member
      if (turn % 2 === 0) {
        const { uri } = await client.succeed('beginTwoFactor', { password }, member.access)
        const code = phoneOf(uri, clock.now).next()
        statuses.push((await request('confirmTwoFactor', { code }, member)).status)
      } else statuses.push((await request('resetTwoFactor', { member_id: id }, admin)).status)
    }
    expect(statuses).toEqual([200, 204, 200, 204, 200, 429])
  })

  test('five resets a day set a password, and the link that puts an address back works after them', async () => {
    const { request, call } = limited()
    const admin = await client.newAdmin()
    const set = async (link: 'reset' | 'undo', new_password: string) => {
      // The newest mail is the first.
      clock.advance(1_000)
      if (link === 'reset') await client.succeed('forgotPassword', { email: admin.email })
      else {
        const changed = { full_name: 'Ada', email: client.newAddress() }
        expect((await request('updateProfile', changed, admin)).status).toBe(200)
      }
      const [mail] = await mailsTo(client, admin.email)
      const token = tokenIn(mail, 'reset-password')
      return (await call('resetPassword', { reset_token: token, new_password })).status
    }
    const password = 'another long one'
    for (let turn = 0; turn < 5; turn += 1) expect(await set('reset', password)).toBe(200)
    expect(await set('reset', password)).toBe(429)
    admin.access = (await client.succeed('login', { email: admin.email, password })).access
    expect(await set('undo', 'mine again, and long')).toBe(200)
    await client.succeed('login', { email: admin.email, password: 'mine again, and long' })
  })

  test('sessions end ten times a day, where there are any', async () => {
    const { request } = limited()
    const admin = await client.newAdmin()
    const endAll = async () => (await request('endOtherSessions', undefined, admin)).status
    for (let turn = 0; turn < 20; turn += 1) expect(await endAll()).toBe(204)
    for (let turn = 0; turn < 10; turn += 1) {
      await client.succeed('login', admin)
      expect(await endAll()).toBe(204)
    }
    await client.succeed('login', admin)
    expect(await endAll()).toBe(429)
  })

  describe('a mailbox', () => {
    const sumUp = 'More happened in Orglens today than we email about'

    /** @returns the instant from which on mails are new. */
    function newInstant(): number {
      clock?.advance(1_000)
      return clock?.now() ?? 0
    }
    /** @returns the subjects of what has come to a mailbox since, by whatever sub-address, the newest first. */
    async function mailsSince(instant: number, address: string): Promise<string[]> {
      const [name = ''] = address.split('@')
      return (await listMails(client)).flatMap(({ to, at, subject }) =>
        to.startsWith(name) && Date.parse(at) >= instant ? subject : [],
      )
    }

    /** A stranger's address, of which sub-addresses are admins of an organisation that isn't theirs. */
    async function flooded() {
      const prey = `${client.unique('noticed')}@example.test`
      const attacker = await client.newAdmin()
      for (const part of ['+1@', '+2@']) {
        await joinAsAdmin(client, attacker, prey.replace('@', part))
      }
      return { prey, attacker }
    }

    test('gets no more notices a day than the limit, sub-addresses together, then one that sums up; mails with an undo link still come', async () => {
      const mailNotice: Limit[] = [{ by: ['mailbox'], calls: 4, window: 24 * hour }]
      const { request } = limited({ ...rateLimits(), mailNotice })
      const { prey, attacker } = await flooded()
      const puppets = [await joinTeam(client, attacker), await joinTeam(client, attacker)]
      const setRole = async (member_id: string, is_organization_admin: boolean) => {
        const { status } = await request('setRole', { member_id, is_organization_admin }, attacker)
        expect(status).toBe(204)
      }
      const before = newInstant()
      for (let turn = 0; turn < 4; turn += 1) {
        await setRole(puppets[turn % 2]?.id ?? '', turn % 4 < 2)
      }
      const flood = await mailsSince(before, prey)
      expect(flood).toHaveLength(5)
      expect(flood.filter((subject) => subject === sumUp)).toHaveLength(1)
      const told = (await listMails(client)).find(({ subject }) => subject === sumUp)
      expect(told?.text).toContain('Audit Log')
      expect(told?.text).not.toContain('http')

      // All must know that their organisation ends, who proved their addresses by their invitations.
      const ending = newInstant()
      const { organization: name, password: admins } = attacker
      const deletion = await request('deleteOrganisation', { name, password: admins }, attacker)
      expect(deletion.status).toBe(200)
      const endings = await mailsSince(ending, prey)
      expect(endings).toHaveLength(2)
      for (const subject of endings) expect(subject).toMatch(/ will be deleted on /)
      expect((await request('keepOrganisation', undefined, attacker)).status).toBe(200)

      // Somebody with that address itself, who asks for a reset, sets up a second factor and changes the address.
      const signup = { ...client.newSignup(), email: prey }
      await client.succeed('signup', signup)
      const owner = await client.succeed('login', signup)
      const later = newInstant()
      await client.succeed('forgotPassword', { email: prey })
      const { password } = signup
      const { uri } = await client.succeed('beginTwoFactor', { password }, owner.access)
      const code = phoneOf(uri, clock.now).next()
      expect((await request('confirmTwoFactor', { code }, owner)).status).toBe(200)
      expect((await request('mailAddressLink', undefined, owner)).status).toBe(429)
      const change = { full_name: 'Ada', email: client.newAddress() }
      expect((await request('updateProfile', change, owner)).status).toBe(200)
      // Nobody proved that address: what a reset undoes, and questions, count for its mailbox.
      expect((await mailsSince(later, prey)).sort()).toEqual([
        'Set a new password for Orglens',
        'The email address of your Orglens account was changed',
      ])
      const proven = await joinTeam(client, attacker, prey.replace('@', '+own@'))
      const begun = await client.succeed(
        'beginTwoFactor',
        { password: proven.password },
        proven.access,
      )
      const phone = phoneOf(begun.uri, clock.now)
      expect((await request('confirmTwoFactor', { code: phone.next() }, proven)).status).toBe(200)
      expect(await mailsSince(later, prey)).toContain(
        'Two-factor authentication was set up for your Orglens account',
      )

      clock.advance(24 * hour)
      const { refresh } = attacker
      attacker.access = (await client.succeed('refreshToken', { refresh })).access
      const nextDay = newInstant()
      await setRole(puppets[0]?.id ?? '', true)
      expect(await mailsSince(nextDay, prey)).toHaveLength(2)
    })
  })
}
