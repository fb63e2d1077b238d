import { act } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { type CallName, calls, type RequestOf } from '../../contract/calls'
import { deferred } from './deferred'
import { api } from './test-api'

const handlerOf = { GET: http.get, POST: http.post, PUT: http.put }

/**
 * From here on the server gives a call this answer: 204 where there is no body, unless a status is given.
 * @param answer a body, or a function of what is sent that returns one, or a response.
 * @returns the bodies that are sent to it, in order.
 */
export function respond<Name extends CallName>(
  name: Name,
  answer?: JsonBodyType | ((sent: RequestOf<Name>) => unknown),
  status?: number,
  options: { once?: boolean } = {},
): unknown[] {
  const sent: unknown[] = []
  const { method, path } = calls[name]
  api.server.use(
    handlerOf[method](
      `*${path}`,
      async ({ request }) => {
        const text = await request.clone().text()
        const given = text ? JSON.parse(text) : undefined
        if (text) sent.push(given)
        const body = typeof answer === 'function' ? await answer(given) : answer
        if (body instanceof Response) return body
        return body === undefined
          ? new HttpResponse(null, { status: status ?? 204 })
          : HttpResponse.json(body, { status: status ?? 200 })
      },
      options,
    ),
  )
  return sent
}

/** The next call of that name is refused with this text, because of fields where it names some. */
export const refuse = (
  name: CallName,
  status: number,
  text = 'No.',
  field_errors?: Record<string, string>,
): unknown[] =>
  respond(name, { error: text, message: text, ...(field_errors && { field_errors }) }, status, {
    once: true,
  })

/** From here on a call is carried out, as far as anybody knows, and its answer gets lost. */
export const lose = (name: CallName) => respond(name, () => HttpResponse.error())

/**
 * From here on calls of that name wait for their answer.
 * @returns a function that lets the API answer them.
 */
export function holdAnswer(name: CallName): () => Promise<void> {
  const held = deferred()
  // A handler that answers nothing leaves the call to those below it.
  api.server.use(http.all(`*${calls[name].path}`, async () => void (await held.promise)))
  return () => act(async () => held.resolve())
}
