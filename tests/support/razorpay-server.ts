import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { PaymentsError } from '../../server/api/payments'
import { createRazorpayPayments, type RazorpayOptions } from '../../server/payments/razorpay'
import { listenOnLoopback } from './program'

export type Received = ReturnType<typeof receivedFrom>
export type Answer = (response: ServerResponse, request: Received) => void

const receivedFrom = ({ method, url: path, headers }: IncomingMessage, body: string) => ({
  method,
  path,
  authorization: headers.authorization,
  contentType: headers['content-type'],
  idempotencyKey: headers['x-refund-idempotency'],
  body: body === '' ? undefined : (JSON.parse(body) as unknown),
})

export const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

export const refusal = (description: string) => ({
  error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: null },
})

/** @returns why a call of the client failed. @throws Error if it didn't, or otherwise than a provider does. */
export async function failureOf(call: Promise<unknown>): Promise<PaymentsError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof PaymentsError) return error
  throw new Error(`It failed with ${String(error)}`)
}

/**
 * Stands in for Razorpay's API: gives the configured answers, one for each call.
 * @param whenAsked answers reads, which come at unpredictable times.
 */
export async function startRazorpayServer(whenAsked?: Answer) {
  const received: Received[] = []
  const answers: Answer[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = receivedFrom(request, await text(request))
    received.push(call)
    const next = (request.method === 'GET' && whenAsked) || answers.shift()
    if (next) next(response, call)
    else response.writeHead(418).end()
  }

  const server = createServer((request, response) => void answer(request, response))
  const port = await listenOnLoopback(server)
  const options: RazorpayOptions = {
    keyId: 'rzp_test_key',
    keySecret: 'key secret',
    webhookSecrets: ['webhook secret'],
    apiUrl: `http://127.0.0.1:${port}`,
    // Long enough for a busy machine; tests of timeouts have a shorter one.
    timeout: 20_000,
  }
  return {
    received,
    answer: (...next: Answer[]) => void answers.push(...next),
    options,
    payments: createRazorpayPayments(options),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
