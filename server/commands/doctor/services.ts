import { readDashboardsFile } from '../../dashboards/providers/dashboards-file'
import { createMetabaseDashboards } from '../../dashboards/providers/metabase'
import { createSmtpSender, signInAtMailServer } from '../../mail/smtp'
import type { ServerSettings } from '../../node/settings/settings'
import { clockDifference, clockTolerance } from '../../payments/provider-clock'
import { readPlansFile } from '../../plans/plans-file'
import { second } from '../../time'
import { randomToken } from '../../tokens'
import { type Check, type Finding, fault, nothing, ok, reasonOf, skipped } from './check'

/** In ms. */
const timeout = 10 * second
/** What an answer may say in a finding. */
const longestText = 200

/** The settings, whom to send a mail to, and what Razorpay answered. */
export interface ExaminedServices {
  settings: ServerSettings
  /** Null: nobody. */
  recipient: string | null
  /** Null: payments are the sandbox's. */
  razorpay: Promise<RazorpayAnswer> | null
  /** In the file of settings, but not in the environment that Node began with. */
  lateAuthorities: boolean
}

type RazorpayAnswer =
  | { reason: string }
  | { status: number; text: string; difference: number; unknownPlans: string[] }

/** Lists a plan at Razorpay, and looks up those on offer: it changes nothing there. Null: the sandbox has no keys. */
export function askRazorpay(settings: ServerSettings): Promise<RazorpayAnswer> | null {
  const { payments, plansFile } = settings
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
    const offered = answer.ok ? offeredPlans(plansFile) : []
    const found = await Promise.all(
      offered.map(async (id) => (await get(`/v1/plans/${encodeURIComponent(id)}`)).status < 400),
    )
    const unknownPlans = offered.filter((_id, index) => !found[index])
    return { status: answer.status, text, difference, unknownPlans }
  }
  return ask().catch((error: unknown) => ({ reason: reasonOf(error) }))
}

/** @returns the provider's ids of the plans on offer; none where the file is wrong, which another check says. */
function offeredPlans(plansFile: string | undefined): string[] {
  try {
    const { plans } = readPlansFile(plansFile)
    return plans.flatMap(({ prices }) =>
      Object.values(prices).map(({ razorpayPlanId }) => razorpayPlanId),
    )
  } catch {
    return []
  }
}

const isOfCertificate = /certificate|self.signed|issuer/i

/** @returns how to let Node trust an authority of one's own, if a reason is about that. */
function adviceOnAuthorities(reason: string, isLate: boolean): string {
  if (!isOfCertificate.test(reason)) return ''
  const advice =
    ' If the certificate is from an authority of your own, name its file in NODE_EXTRA_CA_CERTS'
  return isLate
    ? `${advice} before Node starts: in the unit, its file of settings or the shell, not in .env.`
    : `${advice}.`
}

async function findMail({
  settings,
  recipient,
  lateAuthorities,
}: ExaminedServices): Promise<Finding> {
  const { mail, productName } = settings
  if (mail.kind === 'mailbox') return skipped('MAIL_DELIVERY is mailbox: no mail is sent.')
  try {
    if (recipient === null) {
      await signInAtMailServer(mail)
      return ok('The mail server lets us in. To send a mail: --mail you@example.com')
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
      files: null,
      reportId: null,
      copyId: null,
      unsubscribe: null,
      nextAttemptAt: null,
      attempts: 0,
    })
    return ok('The mail server has taken the mail. Look for it, and into the folder for spam.')
  } catch (error) {
    const reason = reasonOf(error)
    return fault(
      reason,
      `Check SMTP_URL, SMTP_TLS and MAIL_FROM, and the mail server.${adviceOnAuthorities(reason, lateAuthorities)}`,
    )
  }
}

async function findRazorpay({ razorpay }: ExaminedServices): Promise<Finding> {
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
      'Razorpay refuses the keys (401).',
      'Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to one pair of its dashboard, of the mode (test or live) that you mean.',
    )
  }
  if (answer.status !== 200) {
    return fault(
      `Razorpay answered ${answer.status}: ${answer.text}`,
      'Check RAZORPAY_API_URL, and Razorpay’s own page of incidents.',
    )
  }
  if (answer.unknownPlans.length > 0) {
    return fault(
      `The keys are right, but their account doesn't know these plans: ${answer.unknownPlans.join(', ')}`,
      'Check PLANS_FILE, and that keys and plans are of the same mode (test or live).',
    )
  }
  return ok('Razorpay takes the keys, and knows the plans on offer.')
}

async function findClock({ razorpay }: ExaminedServices): Promise<Finding> {
  if (!razorpay) return skipped('PAYMENTS is sandbox: there is no other clock.')
  const answer = await razorpay
  if ('reason' in answer) return skipped('Razorpay didn’t answer.')
  if (Number.isNaN(answer.difference)) return skipped('Razorpay’s answer has no date.')
  const seconds = Math.round(answer.difference / second)
  const found =
    seconds === 0
      ? 'The clocks agree.'
      : `This machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead' : 'behind'}.`
  return Math.abs(answer.difference) > clockTolerance
    ? fault(found, 'Set this machine’s clock, and find out why NTP doesn’t.')
    : ok(found)
}

async function findMetabase({ settings }: ExaminedServices): Promise<Finding> {
  const { dashboards } = settings
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
        `Metabase's /api/health answered ${status}.`,
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
    if (refusals.length === 0) return ok('Metabase takes the signed links of all dashboards.')
    return fault(
      `Metabase refuses links: ${refusals.join('; ')}`,
      'Check METABASE_SECRET_KEY, that each dashboard is published for static embedding, and its locked parameters (docs/dashboards.md).',
    )
  } catch (error) {
    return fault(reasonOf(error), 'Check METABASE_SITE_URL, and that Metabase runs.')
  }
}

/** The checks of what the server calls. */
export const serviceChecks: readonly Check<ExaminedServices>[] = [
  {
    name: 'mail',
    tried: ({ settings: { mail }, recipient }) =>
      mail.kind === 'mailbox'
        ? nothing
        : `to ${recipient === null ? 'sign in' : `send a mail to ${recipient}`} at ${new URL(mail.url).host}`,
    find: findMail,
  },
  {
    name: 'Razorpay',
    tried: ({ settings: { payments } }) =>
      payments.kind === 'sandbox' ? nothing : `GET ${payments.apiUrl}/v1/plans, with the keys`,
    find: findRazorpay,
  },
  {
    name: 'clock',
    tried: ({ settings: { payments } }) =>
      payments.kind === 'sandbox' ? nothing : 'to compare it with the date of Razorpay’s answer',
    find: findClock,
  },
  {
    name: 'Metabase',
    tried: ({ settings: { dashboards } }) =>
      dashboards.kind === 'sample'
        ? nothing
        : `GET ${dashboards.siteUrl}/api/health, and a signed link to each dashboard`,
    find: findMetabase,
  },
]
