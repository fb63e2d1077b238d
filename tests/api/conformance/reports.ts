import { expect, test } from 'vitest'
import { mailsTo, onlyMailTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import { secondFactors } from '../../support/conformance/secured'

const mondays = { every: 'week', day: 1, hour: 8, time_zone: 'Asia/Kolkata' } as const
const daily = { every: 'day', day: null, hour: 7, time_zone: 'UTC' } as const

/** Dashboards by mail, as people ask for them; `tests/api/reports.test.ts` has what the job does. */
export default function describeReports(client: Client): void {
  type Person = Pick<Admin, 'access'>
  const listOf = async ({ access }: Person) =>
    (await client.succeed('getReports', undefined, access)).reports
  const body = { dashboard_id: 'overview', ...mondays }
  const subscribe = ({ access }: Person) => client.succeed('subscribeReport', body, access)
  const { newProven } = secondFactors(client)

  test('is subscribed to, changed and stopped, as the list and the audit log show', async () => {
    const admin = await newProven()
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
    expect(await listOf(admin)).toMatchObject([daily])
    const ofNowhere = { time_zone: 'Moon/Base' }
    const onThe29th = { every: 'month', day: 29 }
    for (const [name, wrong] of [
      ['subscribeReport', ofNowhere],
      ['subscribeReport', onThe29th],
      ['changeReport', ofNowhere],
      ['changeReport', { hour: 24 }],
      ['previewReport', ofNowhere],
    ] as const) {
      const asked = { ...body, report_id, ...wrong }
      expect(await client.statusOf(name, asked, admin.access), name).toBe(422)
    }
    await client.succeed('removeReport', { report_id }, admin.access)
    expect(await listOf(admin)).toEqual([])
    expect((await client.logOf(admin)).slice(0, 2)).toMatchObject([
      { action: 'report-removed', details: { report: 'Overview' }, subject: null },
      { action: 'report-subscribed', details: { report: 'Overview' } },
    ])
  })

  test('belongs to its person: admins see it and stop it, members see their own', async () => {
    const [admin, stranger] = [await newProven(), await client.newAdmin()]
    const member = await joinTeam(client, admin)
    const { report_id } = await subscribe(member)
    const own = await subscribe(admin)
    expect(await listOf(member)).toMatchObject([{ report_id }])
    expect(await listOf(admin)).toMatchObject([
      { report_id: own.report_id, is_own: true },
      { report_id, is_own: false },
    ])
    for (const [name, who, about] of [
      ['changeReport', admin, { report_id, ...mondays }],
      ['resumeReport', admin, { report_id }],
      ['sendReportNow', admin, { report_id }],
      ['removeReport', member, { report_id: own.report_id }],
      ['removeReport', stranger, { report_id }],
    ] as const) {
      expect(await client.statusOf(name, about, who.access), name).toBe(404)
    }
    await client.succeed('removeReport', { report_id }, admin.access)
    expect(await listOf(member)).toEqual([])
    const [entry] = await client.logOf(admin)
    expect(entry).toMatchObject({ action: 'report-removed', subject: `Name of ${member.email}` })
  })

  test('waits until its address is confirmed, which a mail asks for once', async () => {
    const admin = await client.newAdmin()
    for (const _twice of [1, 2]) expect((await subscribe(admin)).next_at).toBeNull()
    const list = await listOf(admin)
    expect(list).toMatchObject(Array(2).fill({ state: 'waiting', next_at: null }))
    const asking = await onlyMailTo(client, admin.email)
    expect(asking.subject).toBe('Is this your address on Orglens?')
    expect(asking.text).toContain('was registered with this email address.')
    expect(asking.text).toContain('Until then, whoever reads this mailbox can set a new password')
    const { report_id } = list[0] ?? {}
    expect(await client.refused('sendReportNow', { report_id }, admin.access)).toEqual({
      status: 409,
      text: 'Please confirm your email address first: we emailed you a link.',
    })
  })

  async function mailedAdmin() {
    const admin = await newProven()
    const { report_id } = await subscribe(admin)
    await client.succeed('sendReportNow', { report_id }, admin.access)
    const reportMail = async () =>
      (await mailsTo(client, admin.email)).find(({ subject }) => subject.includes('Overview'))
    await expect.poll(reportMail, { timeout: 20_000 }).toBeDefined()
    const mail = await reportMail()
    return { ...admin, report_id, mail, token: tokenIn(mail, 'stop-report') }
  }

  test('is mailed at once when asked, with a link by which whoever has the mail ends it, and can do nothing else', async () => {
    const [{ token, report_id, mail, ...admin }, other] = [await mailedAdmin(), await mailedAdmin()]
    expect(mail?.files?.length).toBeGreaterThan(0)
    expect(mail?.text).toContain('/dashboard/main?dashboard=')
    expect(await listOf(admin)).toMatchObject([{ last: { state: 'sent' } }])
    // Signed for the other report.
    const [header, payload] = token.split('~')
    const forged = [header, payload, other.token.split('~')[2]].join('~')
    for (const name of ['stopReport', 'unsubscribeReport'] as const) {
      expect(await client.refused(name, { token: forged })).toEqual({
        status: 422,
        text: 'This link has expired. Please sign in to stop the report.',
      })
    }
    // On a page that names it.
    const title = `${admin.organization} Overview`
    expect(await client.succeed('stopReport', { token })).toEqual({ report_id, title })
    expect(await listOf(admin)).toEqual([])
    expect((await client.logOf(admin))[0]).toMatchObject({ action: 'report-removed' })
    expect(await client.succeed('stopReport', { token })).toEqual({ report_id, title: null })
    expect(await client.statusOf('subscribeReport', body, token)).toBe(401)
    // A mail program sends a form (RFC 8058), and no token of a session.
    for (const left of [1, 0]) {
      expect(await listOf(other)).toHaveLength(left)
      const answer = await client.send(`/api/reports/unsubscribe/?token=${other.token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(answer.status).toBe(204)
    }
  })
}
