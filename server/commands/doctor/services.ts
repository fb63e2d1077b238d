import { readDashboardsFile } from '../../dashboards/providers/dashboards-file'
import { createMetabaseDashboards } from '../../dashboards/providers/metabase'
import { second } from '../../lib/time'
import { randomToken } from '../../lib/tokens'
import { createSmtpSender, signInAtMailServer } from '../../mail/smtp'
import type { ServerSettings } from '../../node/settings/settings'
import { clockDifference, clockTolerance } from '../../payments/provider-clock'
import { readPlansFile } from '../../plans/plans-file'
import { adviceOnCertificate, type Finding, fault, ok, reasonOf, skipped } from './question'

const timeout = 10 * second
/** The longest part of an answer in a finding, in characters. */
const longestText = 200

type RazorpayAnswer =
  | { reason: string }
  | { status: number; text: string; difference: number; unknownPlans: string[] }

/** Lists a plan at Razorpay, and looks up the plans on offer. Changes nothing there. @returns null for the sandbox. */
export function askRazorpay({
  payments,
  plansFile,
  subscriptionCurrency,
}: ServerSettings): Promise<RazorpayAnswer> | null {
  if (payments.kind !== 'razorpay') return null
  const { keyId, keySecret, apiUrl } = payments
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const get = (path: string) =>
    fetch(`${apiUrl}${path}`, {
      headers: { authorization },
      // The key must not be sent anywhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
  const ask = async (): Promise<RazorpayAnswer> => {
    const askedAt = new Date()
    const answer = await get('/v1/plans?count=1')
    const difference = clockDifference(answer.headers.get('date'), askedAt, new Date())
    const text = (await answer.text()).slice(0, longestText)
    const plans = answer.ok ? readPlansFile(plansFile, subscriptionCurrency).plans : []
    const offered = plans.flatMap(({ prices }) =>
      Object.values(prices).map(({ razorpayPlanId }) => razorpayPlanId),
    )
    const found = await Promise.all(
      offered.map(async (id) => (await get(`/v1/plans/${encodeURIComponent(id)}`)).status < 400),
    )
    const unknownPlans = offered.filter((_id, index) => !found[index])
    return { status: answer.status, text, difference, unknownPlans }
  }
  return ask().catch((error: unknown) => ({ reason: reasonOf(error) }))
}

/**
 * Signs in at the mail server.
 * @param recipient the address that gets a mail; null: no mail is sent.
 */
export async function checkMail(
  settings: ServerSettings,
  recipient: string | null,
): Promise<Finding> {
  const { mail, productName } = settings
  if (mail.kind === 'mailbox') return skipped('MAIL_DELIVERY is mailbox: no mail is sent.')
  try {
    if (recipient === null) {
      await signInAtMailServer(mail)
      return ok('It lets us in. To send a mail: --mail you@example.com')
    }
    await createSmtpSender({ ...mail, deadline: timeout })({
      id: randomToken(),
      to: recipient,
      userId: null,
      subject: `${productName}: a mail from npm run doctor`,
      text: 'The server can send mails.\n',
      html: '<p>The server can send mails.</p>',
      createdAt: new Date(),
      turnAt: null,
      expiresAt: null,
      files: null,
      reportId: null,
      copyId: null,
      papers: null,
      unsubscribe: null,
      nextAttemptAt: null,
      attempts: 0,
    })
    return ok('It has taken one. Look for it, and into the folder for spam.')
  } catch (error) {
    const reason = reasonOf(error)
    return fault(
      `${new URL(mail.url).host}: ${reason}`,
      `Check SMTP_URL (smtp:// at port 587, mostly, smtps:// at 465), SMTP_TLS and MAIL_FROM, and the mail server. ${adviceOnCertificate}`,
    )
  }
}

/** @param razorpay Razorpay's answer; null: payments are the sandbox's. */
export async function checkRazorpay(razorpay: Promise<RazorpayAnswer> | null): Promise<Finding> {
  if (!razorpay) return skipped('PAYMENTS is sandbox: there are no keys.')
  const answer = await razorpay
  if ('reason' in answer) {
    return fault(
      answer.reason,
      'Check that this machine reaches RAZORPAY_API_URL, and Razorpay’s own page of incidents.',
    )
  }
  if (answer.status === 401) {
    return fault(
      'It refuses the keys (401).',
      'Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to one pair of its dashboard, of the mode (test or live) that you mean.',
    )
  }
  if (answer.status !== 200) {
    return fault(
      `It answers ${answer.status}: ${answer.text}`,
      'Check RAZORPAY_API_URL, and Razorpay’s own page of incidents.',
    )
  }
  if (answer.unknownPlans.length > 0) {
    return fault(
      `The keys are right, but their account doesn't know these plans: ${answer.unknownPlans.join(', ')}`,
      'Check PLANS_FILE, and that keys and plans are of the same mode (test or live).',
    )
  }
  return ok('Yes.')
}

/** @param razorpay Razorpay's answer, with its clock; null: payments are the sandbox's. */
export async function checkClock(razorpay: Promise<RazorpayAnswer> | null): Promise<Finding> {
  if (!razorpay) return skipped('PAYMENTS is sandbox: there is no other clock.')
  const answer = await razorpay
  if ('reason' in answer) return skipped('Razorpay didn’t answer.')
  if (Number.isNaN(answer.difference)) return skipped('Razorpay’s answer has no date.')
  const seconds = Math.round(answer.difference / second)
  const found =
    seconds === 0
      ? 'Yes.'
      : `This machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead' : 'behind'}.`
  return Math.abs(answer.difference) > clockTolerance
    ? fault(found, 'Set this machine’s clock, and find out why NTP doesn’t.')
    : ok(found)
}

/** Asks Metabase's health, and for each dashboard by a signed link. */
export async function checkMetabase({ dashboards }: ServerSettings): Promise<Finding> {
  if (dashboards.kind !== 'metabase') return skipped('DASHBOARDS is sample: there is no Metabase.')
  const get = async (path: string) => {
    const answer = await fetch(`${dashboards.siteUrl}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: answer.status, text: (await answer.text()).slice(0, longestText) }
  }
  try {
    const { status } = await get('/api/health')
    if (status !== 200) {
      return fault(
        `${dashboards.siteUrl}/api/health answers ${status}.`,
        'Check METABASE_SITE_URL, and that Metabase runs.',
      )
    }
    const shown =
      typeof dashboards.dashboards === 'string'
        ? readDashboardsFile(dashboards.dashboards, dashboards.organisationParameter)
        : [dashboards.dashboards]
    const { all, linkFor } = createMetabaseDashboards(dashboards, shown)
    const nobody = { id: 'doctor', name: 'doctor', slug: 'doctor', createdAt: new Date() }
    const refusals: string[] = []
    for (const { id, name } of all) {
      const { url } = await linkFor(nobody, id, new Date())
      const { pathname } = new URL(url)
      const { status: refused, text } = await get(
        `/api${pathname.slice(pathname.indexOf('/embed/'))}`,
      )
      if (refused !== 200) refusals.push(`"${name}": ${refused} ${text}`)
    }
    if (refusals.length === 0) return ok('Yes, those of all dashboards.')
    return fault(
      `It refuses ${refusals.join('; ')}`,
      'Check METABASE_SECRET_KEY, that each dashboard is published for static embedding, and its locked parameters (docs/dashboards.md).',
    )
  } catch (error) {
    return fault(
      `${dashboards.siteUrl}: ${reasonOf(error)}`,
      'Check METABASE_SITE_URL, and that Metabase runs.',
    )
  }
}
