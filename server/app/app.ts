import { type Context, Hono } from 'hono'
import { type CallName, calls } from '../../contract/calls'
import { type Endpoint, hasQueryInput } from '../../contract/endpoint'
import { accountHandlers } from '../account/calls'
import { browserInWords } from '../api/client'
import { answerCountry, countryPath } from '../api/country'
import { type Call, type Handlers, JsonPieces } from '../api/handler'
import type { HostEnvironment, LogFields } from '../api/host-environment'
import { BusyError, HttpError, refusalIn, refusalOf } from '../api/http-error'
import { networkOf } from '../api/networks'
import { limitedCall, networkSubject, type Subjects } from '../api/rate-limit'
import { parseBody, readQuery, receiveBody } from '../api/read-body'
import type { Services } from '../api/services'
import { auditLogHandlers } from '../audit/audit-log'
import { authHandlers } from '../auth/calls'
import { requireCaller, requireSession } from '../auth/session'
import { billingHandlers } from '../billing/calls'
import { openPaper } from '../billing/papers/open'
import { readPaper } from '../billing/papers/papers'
import { openPaperPath } from '../billing/papers/token'
import { answerWebhook, webhookPath } from '../billing/webhook'
import { dashboardHandlers, readSampleLink, sampleLinkPath } from '../dashboards/calls'
import { answerMailbox } from '../mail/mailbox'
import { organisationHandlers } from '../organisation/calls'
import { passkeyHandlers } from '../passkeys/calls'
import { payInSandbox, priceInSandbox, refundInSandbox } from '../payments/sandbox/calls'
import { profileHandlers } from '../profile/profile'
import { reportHandlers } from '../reports/calls'
import { StoreBusy } from '../store/unavailable'
import { teamHandlers } from '../team/calls'
import { refuseIfFactorOverdue } from '../two-factor/second-factor-due'

const handlers: Handlers = {
  ...authHandlers,
  ...profileHandlers,
  ...billingHandlers,
  ...dashboardHandlers,
  ...teamHandlers,
  ...auditLogHandlers,
  ...accountHandlers,
  ...passkeyHandlers,
  ...organisationHandlers,
  ...reportHandlers,
}

/**
 * The API: every endpoint of the contract, over the given services. It knows nothing of Node, the
 * browser or SQL; its `fetch` turns a Request into a Response.
 */
export function createApp(services: Services): Hono<HostEnvironment> {
  // Not strict: every route answers with and without its trailing slash.
  const app = new Hono<HostEnvironment>({ strict: false })

  app.use(async (context, next) => {
    await next()
    // Answers contain personal data and tokens, so nobody may cache them.
    context.res.headers.set('Cache-Control', 'no-store')
  })

  const methodsByPath = new Map<string, string[]>()
  for (const name of Object.keys(calls) as CallName[]) {
    const { method } = calls[name]
    // Non-strict routing compares paths without their trailing slash.
    const path = calls[name].path.replace(/\/$/, '')
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method])
    app.on(method, path, (context) => answer(name, context, services))
  }
  // Outside the contract: the client doesn't call these.
  const webhook = webhookPath.replace(/\/$/, '')
  methodsByPath.set(webhook, ['POST'])
  app.post(webhook, (context) => answerWebhook(context, services))
  app.get('/sandbox/price', (context) => priceInSandbox(context, services))
  app.post('/sandbox/pay', (context) => payInSandbox(context, services))
  app.post('/sandbox/refund', (context) => refundInSandbox(context, services))
  app.get(openPaperPath.replace(/\/$/, ''), (context) => openPaper(context, services))
  app.get(countryPath, answerCountry)
  app.get(sampleLinkPath, (context) => readSampleLink(context, services))
  for (const [path, methods] of methodsByPath) {
    app.all(path, () => {
      const allow = methods.join(', ')
      throw new HttpError(405, `This address answers ${allow} only.`, {
        headers: { Allow: allow },
      })
    })
  }

  app.get('/dev/mailbox.json', (context) =>
    answerMailbox(context, services, (id) => readPaper(services, id)),
  )

  app.notFound(() => new HttpError(404, 'There is nothing at this address.').toResponse())
  app.onError((error, context) => {
    const refused = refusalIn(error)
    if (refused && refused.cause === undefined) return refused.toResponse()
    const text = refused ? String(refused.cause) : (error.stack ?? String(error))
    const { method, path } = context.req
    if (context.env?.logFields) context.env.logFields.error = text
    else services.log.error('A request failed', { method, path, error: text })
    return (refused ?? refusalOf(error)).toResponse()
  })
  return app
}

/** Checks a call (token, caller, permission, rate, body), then runs its handler. */
async function answer(
  name: CallName,
  context: Context<HostEnvironment>,
  services: Services,
): Promise<Response> {
  const endpoint: Endpoint = calls[name]
  const logFields: LogFields = context.env?.logFields ?? {}
  logFields.call = name
  const limited = limitedCall(services, name)
  const network = networkOf(context.env?.clientAddress, !context.env?.isUnknownProxy)
  const sessionId = endpoint.needsBearer
    ? requireSession(services, context.req.header('authorization'))
    : null
  // Calls without sign-in are counted before their body is waited for.
  if (sessionId === null) await limited.count(networkSubject(network))
  const parseInput = await receive(context, endpoint)
  // The caller is read once the body is there: their session may have ended while a slow body arrived (D91).
  const caller = sessionId === null ? null : await requireCaller(services, sessionId)
  if (caller) logFields.userId = caller.user.id
  const who: Subjects = caller
    ? { user: caller.user.id, organisation: caller.organisation.id }
    : networkSubject(network)
  // Checked before counting: callers without permission must not use up their organisation's limits.
  if (endpoint.adminOnly && !caller?.user.isAdmin) {
    throw new HttpError(403, "Only the organisation's admins may do this.")
  }
  if (caller && !endpoint.withoutSecondFactor) await refuseIfFactorOverdue(services, caller)
  await limited.count(who)
  const body = parseInput()
  if (body) await limited.count(subjectsOf(body))
  // The table ties name, body and caller together; the loop over it can't.
  const handle = handlers[name] as (call: Call<CallName>) => Promise<unknown>
  const header = (field: string) => context.req.header(field)
  const client = {
    network,
    // Read by few calls only.
    get browser() {
      return browserInWords(header('user-agent') ?? context.env?.userAgent)
    },
  }
  const logUser = (userId: string) => {
    logFields.userId = userId
  }
  const call = { services, body, caller, network, client, logUser, header } as Call<CallName>
  const answer = await handle(call).catch(async (error: unknown) => {
    if (error instanceof BusyError || error instanceof StoreBusy) await limited.cancel()
    throw error
  })
  await limited.succeed()
  if (answer instanceof JsonPieces) {
    const body = answer.toStream((error) =>
      services.log.error('A request failed', { route: name, status: 200, error: String(error) }),
    )
    return context.body(body, 200, { 'Content-Type': 'application/json' })
  }
  return endpoint.response ? context.json(answer ?? {}) : context.body(null, 204)
}

/**
 * Waits for a call's input: a query string, or a body.
 * @returns a function that parses it as the contract defines it.
 */
async function receive(context: Context<HostEnvironment>, endpoint: Endpoint) {
  const { request, isBodyOptional } = endpoint
  if (!request) return () => undefined
  if (hasQueryInput(endpoint)) return () => readQuery(context, request)
  const text = await receiveBody(context, isBodyOptional)
  return () => parseBody(text, request)
}

/** @param body as the contract defines it. @returns the subjects in it that limits count by. */
function subjectsOf(body: { refresh?: string; reset_token?: string }): Subjects {
  const token = body.refresh ?? body.reset_token
  return token === undefined ? {} : { token }
}
