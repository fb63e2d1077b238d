import { describe, expect, test } from 'vitest'
import { addressTokenOf, mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'

const mondays = { every: 'week', day: 1, hour: 8, time_zone: 'Asia/Kolkata' } as const

/** Dashboards by mail, as people ask for them (D142); `tests/api/reports.test.ts` has what the job does. */
export default function describeReports(getClient: () => Client): void {
  const listOf = async (access: string) =>
    (await getClient().succeed('getReports', undefined, access)).reports

  /** Whoever has opened a link that was mailed to them. */
  async function provenAdmin(): Promise<Admin> {
    const client = getClient()
    const admin = await client.newAdmin()
    const address_token = await askedToken(admin)
    await client.succeed('confirmAddress', { address_token }, admin.access)
    return admin
  }

  async function askedToken(admin: Admin): Promise<string> {
    await getClient().succeed('mailAddressLink', undefined, admin.access)
    return await addressTokenOf(getClient(), admin.email)
  }

  const subscribe = (access: string, changes: object = {}) =>
    getClient().succeed(
      'subscribeReport',
      { dashboard_id: 'overview', ...mondays, ...changes },
      access,
    )

  describe('a report', () => {
    test('is asked for, changed, and stopped; the audit log tells it, and the list has it', async () => {
      const client = getClient()
      const admin = await provenAdmin()
      const { report_id, next_at } = await subscribe(admin.access)
      expect(new Date(next_at ?? '').getUTCDay()).toBe(1)
      expect(next_at?.slice(11)).toBe('02:30:00.000Z')
      expect(await listOf(admin.access)).toEqual([
        {
          report_id,
          person: 'Ada Lovelace',
          is_own: true,
          dashboard_id: 'overview',
          dashboard_name: 'Overview',
          ...mondays,
          state: 'active',
          paused: null,
          next_at,
          last: null,
        },
      ])
      const daily = { every: 'day', day: null, hour: 7, time_zone: 'UTC' } as const
      const changed = await client.succeed('changeReport', { report_id, ...daily }, admin.access)
      expect(changed.next_at?.slice(11)).toBe('07:00:00.000Z')
      expect((await listOf(admin.access))[0]).toMatchObject(daily)
      await client.succeed('removeReport', { report_id }, admin.access)
      expect(await listOf(admin.access)).toEqual([])
      const { data } = await client.succeed('getAuditLog', {}, admin.access)
      expect(data.slice(0, 2)).toMatchObject([
        { action: 'report-removed', details: { report: 'Overview' }, subject: null },
        { action: 'report-subscribed', details: { report: 'Overview' } },
      ])
    })

    test('waits for an address that isn’t proven, which is asked by one mail', async () => {
      const client = getClient()
      const admin = await client.newAdmin()
      const { report_id, next_at } = await subscribe(admin.access)
      expect(next_at).toBeNull()
      expect((await listOf(admin.access))[0]).toMatchObject({ state: 'waiting', next_at: null })
      const refused = await client.refused('sendReportNow', { report_id }, admin.access)
      expect(refused.status).toBe(409)
      const address_token = await addressTokenOf(client, admin.email)
      await client.succeed('confirmAddress', { address_token }, admin.access)
      expect((await listOf(admin.access))[0]).toMatchObject({ state: 'active' })
    })

    test('belongs to its person: admins see it and stop it, members see their own', async () => {
      const client = getClient()
      const admin = await provenAdmin()
      const member = await joinTeam(client, admin)
      const [theirs, own] = [await subscribe(member.access), await subscribe(admin.access)]
      expect((await listOf(member.access)).map((one) => one.report_id)).toEqual([theirs.report_id])
      expect((await listOf(admin.access)).map((one) => [one.report_id, one.is_own])).toEqual([
        [own.report_id, true],
        [theirs.report_id, false],
      ])
      const about = { report_id: theirs.report_id }
      for (const [name, body] of [
        ['changeReport', { ...about, ...mondays }],
        ['resumeReport', about],
        ['sendReportNow', about],
      ] as const) {
        expect((await client.refused(name, body, admin.access)).status, name).toBe(404)
      }
      expect(
        (await client.refused('removeReport', { report_id: own.report_id }, member.access)).status,
      ).toBe(404)
      const stranger = await provenAdmin()
      expect((await client.refused('removeReport', about, stranger.access)).status).toBe(404)
      await client.succeed('removeReport', about, admin.access)
      expect(await listOf(member.access)).toEqual([])
      const { data } = await client.succeed('getAuditLog', {}, admin.access)
      expect(data[0]).toMatchObject({
        action: 'report-removed',
        subject: `Name of ${member.email}`,
      })
    })

    test.each([
      ['a dashboard that the plan hasn’t', { dashboard_id: 'unknown' }, 404],
      ['an unknown zone', { time_zone: 'Europe/Atlantis' }, 422],
      ['no day of the week', { day: 8 }, 422],
      ['a day that no month always has', { every: 'month', day: 30 }, 422],
      ['no day', { day: null }, 422],
      ['a day where there is none to choose', { every: 'day' }, 422],
      ['an hour that no day has', { hour: 24 }, 422],
    ])('is refused for %s', async (_what, changes, status) => {
      const client = getClient()
      const admin = await client.newAdmin()
      const body = { dashboard_id: 'overview', ...mondays, ...changes }
      expect((await client.refused('subscribeReport', body, admin.access)).status).toBe(status)
    })

    test('twenty are the most', async () => {
      const client = getClient()
      const admin = await provenAdmin()
      for (let turn = 0; turn < 20; turn += 1) await subscribe(admin.access)
      const body = { dashboard_id: 'overview', ...mondays }
      expect(await client.refused('subscribeReport', body, admin.access)).toEqual({
        status: 409,
        text: 'Twenty reports are the most. Stop one first.',
      })
    })

    test('is mailed at once when asked, with a link that ends it without signing in', async () => {
      const client = getClient()
      const admin = await provenAdmin()
      const { report_id } = await subscribe(admin.access)
      await client.succeed('sendReportNow', { report_id }, admin.access)
      const reportMails = async () =>
        (await mailsTo(client, admin.email)).filter(({ subject }) => subject.includes('Overview'))
      await expect.poll(async () => (await reportMails()).length, { timeout: 20_000 }).toBe(1)
      const [mail] = await reportMails()
      expect(mail?.files.length).toBeGreaterThan(0)
      expect((await listOf(admin.access))[0]).toMatchObject({ last: { state: 'sent' } })
      const token = tokenIn(mail, 'stop-report')
      // A mail program sends a form (RFC 8058), and no token of a session.
      const post = () =>
        client.send(`/api/reports/unsubscribe/?token=${token}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        })
      expect((await post()).status).toBe(204)
      expect(await listOf(admin.access)).toEqual([])
      expect((await post()).status).toBe(204)
      const forged = `${token.slice(0, -2)}aa`
      expect((await client.refused('unsubscribeReport', { token: forged })).status).toBe(422)
    })

    test('is shown as it would be now', async () => {
      const client = getClient()
      const admin = await client.newAdmin()
      const body = { dashboard_id: 'overview', time_zone: 'UTC' }
      const { html } = await client.succeed('previewReport', body, admin.access)
      expect(html).toContain(`${admin.organization} Overview`)
      expect(html).not.toContain('stop-report')
      expect(await mailsTo(client, admin.email)).toEqual([])
    })
  })
}
