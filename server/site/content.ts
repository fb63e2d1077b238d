import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'

type Bytes = Uint8Array<ArrayBuffer>

/** What an address of the site answers. All of it is in memory: sending it holds nothing else open. */
export interface Content {
  headers: Record<string, string>
  /** Compressed forms are there where they are worth it. */
  bodies: { identity: Bytes; br?: Bytes; gzip?: Bytes }
}

/** @returns what browsers compare a copy of theirs with. */
export function etagOf(bytes: Uint8Array): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** Sends content in the best form that the client takes, or says that it has it already. */
export function sendContent(context: Context, { headers, bodies }: Content): Response {
  if (context.req.header('if-none-match') === headers.ETag) {
    return new Response(null, { status: 304, headers })
  }
  const accepted = parseAccept(context.req.header('accept-encoding') ?? '')
  const encoding = (['br', 'gzip'] as const).find(
    (name) => bodies[name] && accepted.some(({ type, q }) => type === name && q > 0),
  )
  return new Response(bodies[encoding ?? 'identity'], {
    headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }) },
  })
}
