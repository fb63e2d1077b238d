import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'

type Bytes = Uint8Array<ArrayBuffer>

/** The answer of one address of the site, in memory, so that sending it keeps no file open. */
export interface Content {
  headers: Record<string, string>
  /** Compressed forms exist where they save enough. */
  bodies: { identity: Bytes; br?: Bytes; gzip?: Bytes }
}

/** @returns the tag that browsers compare their copy with. */
export function etagOf(bytes: Uint8Array): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** Sends content in the best encoding that the client accepts, or 304. */
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
