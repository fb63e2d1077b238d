import type { Context } from 'hono'
import * as v from 'valibot'
import type { HostEnvironment } from './host-environment'
import { FieldsError, HttpError } from './http-error'

/** The size limit of a request's body, in bytes. */
export const bodyLimit = 1024 * 1024

/**
 * Reads a request's JSON body and validates it against the contract.
 * @throws HttpError 415 for another content type, 413 for too large a body, 400 for invalid JSON or
 *   a wrong field, naming the first one; FieldsError 422 for texts that are too long.
 */
export async function readBody(
  context: Context<HostEnvironment>,
  schema: v.GenericSchema,
): Promise<unknown> {
  return parseBody(await receiveBody(context), schema)
}

/**
 * Waits for a request's JSON body.
 * @param isOptional whether an empty one, of any content type, and `null` are the empty object.
 * @returns its text, unchecked.
 * @throws HttpError 415, 413 and 400 as `readBody` does.
 */
export async function receiveBody(
  context: Context<HostEnvironment>,
  isOptional = false,
): Promise<string> {
  const isJson = /^application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? '')
  const text = isJson || isOptional ? await readText(context) : null
  if (isOptional && (text === '' || text === 'null')) return '{}'
  if (text === null || !isJson) {
    throw new HttpError(415, 'The body must be JSON, with the content type application/json.')
  }
  return text
}

/** Parses a body's text, and validates it against the contract. @throws as `readBody` does. */
export function parseBody(text: string, schema: v.GenericSchema): unknown {
  const body = parseJson(text)
  // Where all fields are optional, the schema takes lists, too.
  return parse(schema, Array.isArray(body) ? null : body, 'The body must be a JSON object.')
}

/**
 * Reads a request's query string and validates it against the contract. The first of repeated
 * fields counts; unknown fields are ignored.
 * @throws HttpError 400 for a wrong field, naming the first one, 422 for too long a text or a
 *   number out of range.
 */
export function readQuery({ req }: Context<HostEnvironment>, schema: v.GenericSchema): unknown {
  return parse(schema, req.query(), 'The query string is wrong.')
}

/** @param otherwise the refusal's text if no field is to blame. */
function parse(schema: v.GenericSchema, value: unknown, otherwise: string): unknown {
  // The first mistake is enough: reporting all mistakes of a long list takes seconds and hundreds
  // of megabytes.
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  if (issue.type === 'max_length') throw new FieldsError(422, longFieldsOf(schema, value))
  if (['integer', 'min_value', 'max_value'].includes(issue.type)) {
    throw new HttpError(422, issue.message)
  }
  throw new HttpError(400, path ? `The field "${path}" is wrong or missing.` : otherwise)
}

/** @returns the reason for each field whose text is too long; the first mistake in a field is enough. */
function longFieldsOf(schema: v.GenericSchema, body: unknown): Record<string, string> {
  const { entries } = schema as v.ObjectSchema<v.ObjectEntries, undefined>
  const found = Object.entries(entries).map(([name, entry]) => {
    const value = (body as Record<string, unknown>)[name]
    const [issue] = v.safeParse(entry, value, { abortEarly: true }).issues ?? []
    if (issue?.type !== 'max_length') return []
    const generic = `The field "${name}" may have at most ${issue.requirement} characters.`
    return [[name, issue.message || generic]]
  })
  return Object.fromEntries(found.flat())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.')
  }
}

/** The body is larger than `bodyLimit`, or announces that. */
export const bodyTooLarge = () => new HttpError(413, 'The body may have at most 1 MB.')

/**
 * Reads a body as text.
 * @throws HttpError 413 for too large a body, 400 if it is incomplete or not UTF-8, and the host's
 *   own refusals.
 */
export async function readText({ req, env }: Context<HostEnvironment>): Promise<string> {
  // Refuse before any of it arrives.
  if (Number(req.header('content-length')) > bodyLimit) throw bodyTooLarge()
  const bytes = await (env?.readBody ?? (() => readWhole(req.raw)))()
  if (bytes.byteLength > bodyLimit) throw bodyTooLarge()
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
    // The caller has disconnected, which is no failure of ours.
    throw incompleteBody()
  }
}

/** The caller disconnected before the body was complete. */
export const incompleteBody = () => new HttpError(400, 'The body ended before it was complete.')
