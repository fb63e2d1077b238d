import { describe, expect, test } from 'vitest'
import { day } from '../../../server/lib/time'
import { createBuyer } from '../../support/conformance/buyer'
import { mailsTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import type { Target } from '../../support/conformance/target'

const growth = 'plan_growth_monthly_usd'

/** An organisation's end, as its people meet it; `tests/api/deletion.test.ts` has what the job does. */
export default function describeDeletion(client: Client, { clock }: Target): void {
  const deletionOf = async (access: string) =>
    (await client.succeed('getProfile', undefined, access)).organization.deletion ?? null
  const requestOf = ({ organization: name, password }: Admin) => ({ name, password })
  const request = (admin: Admin) =>
    client.succeed('deleteOrganisation', requestOf(admin), admin.access)
  const keep = ({ access }: Admin) => client.succeed('keepOrganisation', undefined, access)
  const detailsOf = ({ access }: Admin) => client.succeed('getOrganisation', undefined, access)
  const subjectsTo = async (email: string) =>
    (await mailsTo(client, email)).map(({ subject }) => subject)

  test('is announced to everybody for seven days, until any admin keeps it', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const before = Date.now()
    const { due_at } = await request(admin)
    expect(Date.parse(due_at) - before).toBeGreaterThanOrEqual(7 * day - 1_000)
    const deletion = {
      due_at,
      requested_at: expect.any(String),
      requested_by: 'Ada Lovelace',
      state: 'waiting',
    }
    expect(await deletionOf(admin.access)).toEqual(deletion)
    expect(await deletionOf(member.access)).toEqual(deletion)
    const told = expect.stringMatching(/^.+ will be deleted on \d+ \w+ \d{4}$/)
    expect((await subjectsTo(admin.email))[0]).toEqual(told)
    expect((await subjectsTo(member.email))[0]).toEqual(told)

    expect(await keep(admin)).toEqual({ renews: false })
    expect(await deletionOf(member.access)).toBeNull()
    for (const { email } of [admin, member]) {
      expect((await subjectsTo(email))[0]).toBe(`${admin.organization} is kept`)
    }
    const [kept] = await mailsTo(client, member.email)
    expect(kept?.text).toContain(`Ada Lovelace decided to keep ${admin.organization}`)
    expect((await client.logOf(admin)).slice(0, 2)).toMatchObject([
      { action: 'deletion-withdrawn' },
      { action: 'deletion-requested', details: { due: due_at } },
    ])
  })

  test('stops the plan’s renewal and sells no other; keeping it lets the plan renew', async () => {
    const admin = await client.newAdmin()
    const buyer = createBuyer(client, admin.access)
    await buyer.subscribe(growth)
    const { renews_at } = (await buyer.plan()) ?? {}
    await request(admin)
    const { waits_for, renews_when_kept } = await detailsOf(admin)
    expect([waits_for, renews_when_kept]).toEqual([null, true])
    expect(await buyer.plan()).toMatchObject({ ends_at: renews_at })
    // The plan is kept with the organisation.
    expect(await buyer.plan()).not.toHaveProperty('can_be_kept_until')
    expect((await buyer.refused('keepRenewing')).status).toBe(409)
    expect(await buyer.refused('createSubscription', { plan_id: growth })).toEqual({
      status: 409,
      text: 'Your organisation will be deleted. Keep it to buy a plan.',
    })
    expect(await keep(admin)).toEqual({ renews: true })
    expect(await buyer.plan()).toMatchObject({ renews_at })
    // A plan that somebody stopped before stays stopped.
    await client.succeed('stopRenewing', undefined, admin.access)
    await request(admin)
    const [announced] = await mailsTo(client, admin.email)
    expect(announced?.text).toContain('It no longer renews.')
    expect(await keep(admin)).toEqual({ renews: false })
    expect(await buyer.plan()).toMatchObject({ ends_at: renews_at })
  })

  test('refunds what is paid in a checkout that was open', async () => {
    const admin = await client.newAdmin()
    const buyer = createBuyer(client, admin.access)
    const checkout = await buyer.pay(await buyer.create(growth))
    await request(admin)
    expect(await buyer.refused('verifySubscription', checkout)).toEqual({
      status: 409,
      text: 'Your organisation will be deleted. The new subscription is being cancelled, and its payment of $99.00 will be refunded in full. All admins get an email about it.',
    })
    expect(await buyer.plan()).toBeNull()
    const [mail] = (await mailsTo(client, admin.email)).filter(({ subject }) =>
      subject.includes('is refunded'),
    )
    expect(mail?.text).toContain('although your organisation is to be deleted')
  })

  test('requires the exact name and the password, and can’t be requested twice', async () => {
    const admin = await client.newAdmin()
    const refusalOf = (body: object) =>
      client.wholeRefusal('deleteOrganisation', { ...requestOf(admin), ...body }, admin.access)
    expect(await refusalOf({ name: 'acme' })).toMatchObject({
      status: 422,
      field_errors: { name: expect.any(String) },
    })
    expect((await refusalOf({ password: 'wrong' })).status).toBe(422)
    expect(await deletionOf(admin.access)).toBeNull()
    await request(admin)
    expect((await refusalOf({})).status).toBe(409)
    await keep(admin)
    expect((await client.refused('keepOrganisation', undefined, admin.access)).status).toBe(409)
  })

  describe('deleting an organisation at once', () => {
    const atOnce = (admin: Admin) => ({ ...requestOf(admin), at_once: true })
    const isPossible = async (admin: Admin) => (await detailsOf(admin)).can_be_deleted_at_once

    test('is possible for a founder who is alone and founded it just now; its address is free again', async () => {
      const admin = await client.newAdmin()
      expect(await isPossible(admin)).toBe(true)
      const founder = await client.newAdmin()
      clock?.advance(day)
      const { access } = await client.succeed('login', founder)
      expect(await isPossible({ ...founder, access })).toBe(false)
      clock?.advance(-day)
      await client.succeed('deleteOrganisation', atOnce(admin), admin.access)
      expect((await client.refused('getProfile', undefined, admin.access)).status).toBe(401)
      const { email, password, organization } = admin
      expect((await client.refused('login', { email, password })).status).toBe(404)
      expect(await subjectsTo(email)).toContain(`${organization} was deleted`)
      await client.succeed('signup', { ...client.newSignup(), organization })
    })

    test('is impossible for an organisation with a team or a plan', async () => {
      const [team, buyer] = [await client.newAdmin(), await client.newAdmin()]
      await joinTeam(client, team)
      await createBuyer(client, buyer.access).subscribe(growth)
      for (const admin of [team, buyer]) {
        expect(await isPossible(admin)).toBe(false)
        const { status } = await client.refused('deleteOrganisation', atOnce(admin), admin.access)
        expect(status).toBe(409)
        expect(await deletionOf(admin.access)).toBeNull()
      }
    })
  })
}
