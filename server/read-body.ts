import type { Context } from 'hono'
import * as v from 'valibot'
import { HttpError } from './http-error'

/** The most a request's body may have, in bytes. */
export const bodyLimit = 1024 * 1024

/**
 * Reads a request's JSON body and checks it against the contract.
 * @throws HttpError 415 for another content type, 413 for too much, 400 for anything that isn't the
 *   agreed JSON, naming the first wrong field, 422 for a text that is too long.
 */
export async function readBody(context: Context, schema: v.GenericSchema): Promise<unknown> {
  const contentType = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new HttpError(415, 'The body must be JSON, with the content type application/json.')
  }
  const json = parseJson(await readText(context.req.raw))
  // One mistake is enough: to tell of each in a long list costs seconds and hundreds of megabytes.
  const result = v.safeParse(schema, json, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  if (issue.type === 'max_length') {
    const generic = `The field "${path}" may have at most ${issue.requirement} characters.`
    throw new HttpError(422, issue.message || generic)
  }
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

/**
 * Reads a body as it is, and stops at the limit, whatever the length that was announced.
 * @throws HttpError 413 for too much, 400 for what is cut short or isn't UTF-8.
 */
export async function readText(request: Request): Promise<string> {
  const tooLarge = new HttpError(413, 'The body may have at most 1 MB.')
  if (Number(request.headers.get('content-length')) > bodyLimit) throw tooLarge
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  const reader = request.body?.getReader()
  for (let part = await readPart(reader); part; part = await readPart(reader)) {
    size += part.byteLength
    if (size > bodyLimit) {
      await reader?.cancel()
      throw tooLarge
    }
    text += decode(decoder, part)
  }
  return text + decode(decoder)
}

type Part = Uint8Array<ArrayBuffer>

/** @returns the next part of a body, undefined at its end. */
async function readPart(reader?: ReadableStreamDefaultReader<Part>): Promise<Part | undefined> {
  try {
    return (await reader?.read())?.value
  } catch {
    // The caller has gone away; that is no failure of ours.
    throw new HttpError(400, 'The body ended before it was complete.')
  }
}

/** @param part the next one; none at the end. */
function decode(decoder: TextDecoder, part?: Part): string {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode()
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}
