import type { Context } from 'hono'
import type { HostEnvironment, LogFields } from '../http/handler'
import { networkOf } from '../http/networks'
import { readText } from '../http/read-body'
import type { Services } from '../services'
import { takeWebhook } from './webhook'

/**
 * The payment provider sends its events here. Not a call of the contract, because no client makes
 * it.
 */
export const webhookPath = '/api/payments/webhook/'

/** @throws HttpError 400 for an event that the provider didn't sign, 429 for too many of them. */
export async function answerWebhook(
  context: Context<HostEnvironment>,
  services: Services,
): Promise<Response> {
  const logFields: LogFields = context.env?.logFields ?? {}
  logFields.call = 'webhook'
  const network = networkOf(context.env?.clientAddress)
  const { headers } = context.req.raw
  await takeWebhook(services, await readText(context), headers, network, (outcome) => {
    logFields.outcome = outcome
  })
  return context.json({})
}
