import { expect, test } from 'vitest'
import { mailsTo, onlyMailTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import { secondFactors } from '../../support/conformance/secured'
import { duringCall } from '../../support/entered'

const mondays = { every: 'week', day: 1, hour: 8, time_zone: 'Asia/Kolkata' } as const
const daily = { every: 'day', day: null, hour: 7, time_zone: 'UTC' } as const

/** Dashboards by mail, as people ask for them; `tests/api/reports.test.ts` has what the job does. */
export default function describeReports(client: Client): void {
  const listOf = async ({ access }: Pick<Admin, 'access'>) =>
    (await client.succeed('getReports', undefined, access)).reports
  const bodyWith = (changes: object = {}) => ({
    dashboard_id: 'overview',
    ...mondays,
    ...changes,
  })
  const subscribe = ({ access }: Pick<Admin, 'access'>) =>
    client.succeed('subscribeReport', bodyWith(), access)

  const { newProven: provenAdmin } = secondFactors(client)

  test('is subscribed to, changed and stopped, as the list and the audit log show', async () => {
    const admin = await provenAdmin()
    const { report_id, next_at } = await subscribe(admin)
    expect(new Date(next_at ?? '').getUTCDay()).toBe(1)
    expect(next_at?.slice(11)).toBe('02:30:00.000Z')
    expect(await listOf(admin)).toEqual([
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
    const changed = await client.succeed('changeReport', { report_id, ...daily }, admin.access)
    expect(changed.next_at?.slice(11)).toBe('07:00:00.000Z')
    expect((await listOf(admin))[0]).toMatchObject(daily)
    await client.succeed('removeReport', { report_id }, admin.access)
    expect(await listOf(admin)).toEqual([])
    expect((await client.logOf(admin)).slice(0, 2)).toMatchObject([
      { action: 'report-removed', details: { report: 'Overview' }, subject: null },
      { action: 'report-subscribed', details: { report: 'Overview' } },
    ])
  })

  test('belongs to its person: admins see it and stop it, members see their own', async () => {
    const admin = await provenAdmin()
    const member = await joinTeam(client, admin)
    const [theirs, own] = [await subscribe(member), await subscribe(admin)]
    expect((await listOf(member)).map((one) => one.report_id)).toEqual([theirs.report_id])
    expect((await listOf(admin)).map((one) => [one.report_id, one.is_own])).toEqual([
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
    const { report_id } = own
    expect((await client.refused('removeReport', { report_id }, member.access)).status).toBe(404)
    const stranger = await provenAdmin()
    expect((await client.refused('removeReport', about, stranger.access)).status).toBe(404)
    await client.succeed('removeReport', about, admin.access)
    expect(await listOf(member)).toEqual([])
    const [entry] = await client.logOf(admin)
    expect(entry).toMatchObject({
      action: 'report-removed',
      subject: `Name of ${member.email}`,
    })
  })

  test('waits until its address is confirmed, which a mail asks for once', async () => {
    const admin = await client.newAdmin()
    for (const _twice of [1, 2]) expect((await subscribe(admin)).next_at).toBeNull()
    expect(await listOf(admin)).toMatchObject(Array(2).fill({ state: 'waiting', next_at: null }))
    const asking = await onlyMailTo(client, admin.email)
    expect(asking.subject).toBe('Is this your address on Orglens?')
    expect(asking.text).toContain('was registered with this email address.')
    expect(asking.text).toContain('Until then, whoever reads this mailbox can set a new password')
    const [{ report_id } = {}] = await listOf(admin)
    expect(await client.refused('sendReportNow', { report_id }, admin.access)).toEqual({
      status: 409,
      text: 'Please confirm your email address first: we emailed you a link.',
    })
  })

  test('is one of twenty at most', async () => {
    const admin = await provenAdmin()
    for (let count = 0; count < 20; count += 1) await subscribe(admin)
    expect(await client.wholeRefusal('subscribeReport', bodyWith(), admin.access)).toMatchObject({
      status: 409,
      error: 'You can have up to twenty reports. Stop one first.',
      code: 'limit_reached',
    })
  })

  async function mailedAdmin() {
    const admin = await provenAdmin()
    const { report_id } = await subscribe(admin)
    await client.succeed('sendReportNow', { report_id }, admin.access)
    const reportMails = async () =>
      (await mailsTo(client, admin.email)).filter(({ subject }) => subject.includes('Overview'))
    await expect.poll(async () => (await reportMails()).length, { timeout: 20_000 }).toBe(1)
    const [mail] = await reportMails()
    return { ...admin, report_id, mail }
  }

  test('is mailed at once when asked, with a link that ends it without signing in', async () => {
    const { mail, ...admin } = await mailedAdmin()
    expect(mail?.files.length).toBeGreaterThan(0)
    expect(mail?.text).toContain('/dashboard/main?dashboard=')
    expect((await listOf(admin))[0]).toMatchObject({ last: { state: 'sent' } })
    const token = tokenIn(mail, 'stop-report')
    // A mail program sends a form (RFC 8058), and no token of a session.
    const post = () =>
      duringCall('unsubscribeReport', () =>
        client.send(`/api/reports/unsubscribe/?token=${token}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        }),
      )
    expect((await post()).status).toBe(204)
    expect(await listOf(admin)).toEqual([])
    expect((await post()).status).toBe(204)
  })

  test('is stopped on a page that names it by anybody who has the mail, and who can do nothing else', async () => {
    const [admin, other] = [await mailedAdmin(), await mailedAdmin()]
    const token = tokenIn(admin.mail, 'stop-report')
    const [header, payload = '', signature] = token.split('~')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const changed = (changes: object) => {
      const text = JSON.stringify({ ...claims, ...changes })
      return [header, Buffer.from(text).toString('base64url'), signature].join('~')
    }
    const forged = [
      'a-token',
      `${token.slice(0, -2)}aa`,
      changed({ sub: other.report_id }),
      changed({ exp: claims.exp + 1 }),
    ]
    for (const name of ['stopReport', 'unsubscribeReport'] as const) {
      for (const token of forged) {
        const { status, text } = await client.refused(name, { token })
        expect([status, text]).toEqual([
          422,
          'This link has expired. Please sign in to stop the report.',
        ])
      }
    }
    expect(await listOf(other)).toHaveLength(1)

    const { report_id } = admin
    expect(await client.succeed('stopReport', { token })).toEqual({
      report_id,
      title: `${admin.organization} Overview`,
    })
    expect(await listOf(admin)).toEqual([])
    expect((await client.logOf(admin))[0]).toMatchObject({ action: 'report-removed' })
    expect(await client.succeed('stopReport', { token })).toEqual({ report_id, title: null })
    // Beginning it again is for whoever got the mails.
    expect((await client.refused('subscribeReport', bodyWith())).status).toBe(401)
    expect((await client.refused('subscribeReport', bodyWith(), token)).status).toBe(401)
    await subscribe(admin)
    expect(await listOf(admin)).toMatchObject([mondays])
  })
}
