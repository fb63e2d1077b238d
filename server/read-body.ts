import type { Context } from 'hono'
import * as v from 'valibot'
import { HttpError } from './http-error'

/** The most a request's body may have, in bytes. */
export const bodyLimit = 1024 * 1024

/**
 * Reads a request's JSON body and checks it against the contract.
 * @throws HttpError 415 for another content type, 413 for too much, 400 for anything that isn't the
 *   agreed JSON, naming the first wrong field.
 */
export async function readBody(context: Context, schema: v.GenericSchema): Promise<unknown> {
  const contentType = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new HttpError(415, 'The body must be JSON, with the content type application/json.')
  }
  const result = v.safeParse(schema, parseJson(await readText(context.req.raw)))
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  throw new HttpError(
    400,
    path ? `The field "${path}" is wrong or missing.` : 'The body must be a JSON object.',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.')
  }
}

/** Stops reading at the limit, whatever the length that was announced. */
async function readText(request: Request): Promise<string> {
  const tooLarge = new HttpError(413, 'The body may have at most 1 MB.')
  if (Number(request.headers.get('content-length')) > bodyLimit) throw tooLarge
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  const reader = request.body?.getReader()
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength
      if (size > bodyLimit) {
        await reader?.cancel()
        throw tooLarge
      }
      text += decoder.decode(part.value, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new HttpError(400, 'The body is not valid UTF-8.')
    throw error
  }
}
