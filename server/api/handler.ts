import type { CallName, calls, RequestOf, ResponseOf } from '../../contract/calls'
import { nextTurn } from '../lib/time'
import type { Caller } from './caller'
import type { Client } from './client'
import type { Network } from './networks'
import type { Services } from './services'

/** The input of a handler: a request that has passed all checks of the contract. */
export interface Call<Name extends CallName> {
  services: Services
  body: RequestOf<Name>
  /** The network that the call comes from. */
  network: Network
  /** The browser that sent the call, and its network. */
  client: Client
  /** Names the user in the host's log, in calls without sign-in. */
  logUser: (userId: string) => void
  /** @returns a header of the request. */
  header: (name: string) => string | undefined
  /** The caller; present if the endpoint needs a bearer. */
  caller: (typeof calls)[Name]['needsBearer'] extends true ? Caller : null
}

/** An answer that may be too large for memory: the pieces of its JSON text, made while it is sent. */
export class JsonPieces {
  constructor(private readonly pieces: AsyncGenerator<string>) {}

  /**
   * Streams the text in UTF-8, with one piece in memory at a time.
   * @param onError receives the error that ended the stream early, and with it the connection.
   */
  toStream(onError: (error: unknown) => void): ReadableStream<Uint8Array> {
    const { pieces } = this
    const encoder = new TextEncoder()
    let isCancelled = false
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = await pieces.next().catch((error: unknown) => {
          onError(error)
          throw error
        })
        await nextTurn()
        if (isCancelled) return
        if (piece.done) controller.close()
        else controller.enqueue(encoder.encode(piece.value))
      },
      async cancel() {
        isCancelled = true
        await pieces.return(undefined)
      },
    })
  }
}

/** The implementation of one endpoint. @throws HttpError to refuse. */
export type Handler<Name extends CallName> = (
  call: Call<Name>,
) => Promise<ResponseOf<Name> | JsonPieces>

/** One handler per endpoint: a missing one is a type error. */
export type Handlers = { [Name in CallName]: Handler<Name> }
