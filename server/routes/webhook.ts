import type { Context } from 'hono'
import { takeWebhook } from '../domain/webhook'
import { readText } from '../read-body'
import type { Services } from '../services'

/** Where the payment provider sends its events; no call of the contract, because no client makes it. */
export const webhookPath = '/api/payments/webhook/'

/** @throws HttpError 400 for an event that the provider didn't sign. */
export async function answerWebhook(context: Context, services: Services): Promise<Response> {
  await takeWebhook(services, await readText(context), context.req.raw.headers)
  return context.json({})
}
