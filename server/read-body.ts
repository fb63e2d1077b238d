import type { Context } from 'hono'
import * as v from 'valibot'
import type { HostEnvironment } from './handler'
import { HttpError } from './http-error'

/** The most a request's body may have, in bytes. */
export const bodyLimit = 1024 * 1024

/**
 * Reads a request's JSON body and checks it against the contract.
 * @throws HttpError 415 for another content type, 413 for too much, 400 for anything that isn't the
 *   agreed JSON, naming the first wrong field, 422 for a text that is too long.
 */
export async function readBody(
  context: Context<HostEnvironment>,
  schema: v.GenericSchema,
): Promise<unknown> {
  const contentType = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new HttpError(415, 'The body must be JSON, with the content type application/json.')
  }
  const json = parseJson(await readText(context))
  return parse(schema, json, 'The body must be a JSON object.')
}

/**
 * Reads a request's query string and checks it against the contract. A field that is there twice counts
 * once, as it comes first; fields that nobody knows are ignored.
 * @throws HttpError 400 for anything else than what was agreed, naming the first wrong field, 422 for a
 *   text that is too long or a number out of bounds.
 */
export function readQuery({ req }: Context<HostEnvironment>, schema: v.GenericSchema): unknown {
  return parse(schema, req.query(), 'The query string is wrong.')
}

/** @param otherwise what is said where no field is to blame. */
function parse(schema: v.GenericSchema, value: unknown, otherwise: string): unknown {
  // One mistake is enough: to tell of each in a long list costs seconds and hundreds of megabytes.
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  if (issue.type === 'max_length') {
    const generic = `The field "${path}" may have at most ${issue.requirement} characters.`
    throw new HttpError(422, issue.message || generic)
  }
  if (['integer', 'min_value', 'max_value'].includes(issue.type)) {
    throw new HttpError(422, issue.message)
  }
  throw new HttpError(400, path ? `The field "${path}" is wrong or missing.` : otherwise)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.')
  }
}

/** More than `bodyLimit` was announced or has come. */
export const tooLarge = () => new HttpError(413, 'The body may have at most 1 MB.')

/**
 * Reads a body as it is.
 * @throws HttpError 413 for too much, 400 for what is cut short or isn't UTF-8, and what the host has to
 *   say.
 */
export async function readText({ req, env }: Context<HostEnvironment>): Promise<string> {
  // Before anything of it has come.
  if (Number(req.header('content-length')) > bodyLimit) throw tooLarge()
  const bytes = await (env?.readBody ?? (() => readWhole(req.raw)))()
  if (bytes.byteLength > bodyLimit) throw tooLarge()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}

async function readWhole(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer())
  } catch {
    // The caller has gone away; that is no failure of ours.
    throw cutShort()
  }
}

/** The caller went away before the body was whole. */
export const cutShort = () => new HttpError(400, 'The body ended before it was complete.')
