import { expect, test } from 'vitest'
import { day, second } from '../../../server/lib/time'
import { createBuyer } from '../../support/conformance/buyer'
import { mailsTo, subjectsTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import type { Target } from '../../support/conformance/targets'

const growth = 'plan_growth_monthly_usd'

/** An organisation's end, as its people meet it; `tests/api/deletion.test.ts` has what the job does. */
export default function describeDeletion(client: Client, { clock }: Target): void {
  const deletionOf = async ({ access }: Admin) =>
    (await client.succeed('getProfile', undefined, access)).organization.deletion ?? null
  const requestOf = ({ organization: name, password }: Admin) => ({ name, password })
  const request = (admin: Admin) =>
    client.succeed('deleteOrganisation', requestOf(admin), admin.access)
  const keep = ({ access }: Admin) => client.succeed('keepOrganisation', undefined, access)
  const detailsOf = ({ access }: Admin) => client.succeed('getOrganisation', undefined, access)

  test('is announced to everybody for seven days, until any admin keeps it', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const refusalOf = (body: object) =>
      client.wholeRefusal('deleteOrganisation', { ...requestOf(admin), ...body }, admin.access)
    expect(await refusalOf({ name: 'acme' })).toMatchObject({
      status: 422,
      field_errors: { name: expect.any(String) },
    })
    expect((await refusalOf({ password: 'wrong' })).status).toBe(422)
    expect(await deletionOf(admin)).toBeNull()
    const before = Date.now()
    const { due_at } = await request(admin)
    expect((await refusalOf({})).status).toBe(409)
    expect(Date.parse(due_at) - before).toBeGreaterThanOrEqual(7 * day - second)
    const told = expect.stringMatching(/^.+ will be deleted on \d+ \w+ \d{4}$/)
    for (const person of [admin, member]) {
      expect(await deletionOf(person)).toMatchObject({
        due_at,
        requested_at: new Date(Date.parse(due_at) - 7 * day).toISOString(),
        requested_by: 'Ada Lovelace',
        state: 'waiting',
      })
      expect((await subjectsTo(client, person.email))[0]).toEqual(told)
    }

    expect(await keep(admin)).toEqual({ renews: false })
    expect(await client.statusOf('keepOrganisation', undefined, admin.access)).toBe(409)
    expect(await deletionOf(member)).toBeNull()
    for (const { email } of [admin, member]) {
      const [kept] = await mailsTo(client, email)
      expect(kept?.subject).toBe(`${admin.organization} is kept`)
      expect(kept?.text).toContain(`Ada Lovelace decided to keep ${admin.organization}`)
    }
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
    expect(await detailsOf(admin)).toMatchObject({ waits_for: null, renews_when_kept: true })
    const ending = await buyer.plan()
    expect(ending).toMatchObject({ ends_at: renews_at })
    // The plan is kept with the organisation.
    expect(ending).not.toHaveProperty('can_be_kept_until')
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
    const mails = await mailsTo(client, admin.email)
    const refunded = mails.find(({ subject }) => subject.includes('is refunded'))
    expect(refunded?.text).toContain('although your organisation is to be deleted')
  })

  test('comes at once for a founder who is alone, never had a plan, and founded it just now; its address is free again', async () => {
    const isPossible = async (of: Admin) => (await detailsOf(of)).can_be_deleted_at_once
    const deleteAtOnce = (admin: Admin) =>
      client.statusOf('deleteOrganisation', { ...requestOf(admin), at_once: true }, admin.access)
    const [team, former] = [await client.newAdmin(), await client.newAdmin()]
    await joinTeam(client, team)
    const buyer = createBuyer(client, former.access)
    await buyer.subscribe(growth)
    await buyer.cancel()
    for (const refused of [team, former]) {
      expect(await isPossible(refused)).toBe(false)
      expect(await deleteAtOnce(refused)).toBe(409)
      expect(await deletionOf(refused)).toBeNull()
    }
    const founder = await client.newAdmin()
    clock.advance(day)
    const { access } = await client.succeed('login', founder)
    expect(await isPossible({ ...founder, access })).toBe(false)
    clock.reset()
    expect(await isPossible(founder)).toBe(true)
    expect(await deleteAtOnce(founder)).toBe(200)
    expect(await client.statusOf('getProfile', undefined, founder.access)).toBe(401)
    const { email, password, organization } = founder
    expect(await client.statusOf('login', { email, password })).toBe(404)
    expect(await subjectsTo(client, email)).toContain(`${organization} was deleted`)
    await client.succeed('signup', { ...client.newSignup(), organization })
  })
}
