import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refusal with a text for the user; it becomes the contract's error body (D30). */
export class HttpError extends Error {
  override readonly name = 'HttpError'

  /** @param headers sent with the refusal, for example `Allow`. */
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}
