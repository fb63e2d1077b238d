import type { IncomingMessage } from 'node:http'
import { BusyError, HttpError } from '../../api/http-error'
import { bodyLimit, bodyTooLarge, incompleteBody } from '../../api/read-body'
import type { EdgeLimits } from './edge-limits'

/** A request's body, received as it arrives. */
export interface Body {
  /**
   * Waits until the body is complete.
   * @throws HttpError 503 if there was no memory for it, 408 if it took too long, 413 if it is too
   *   large, 400 if it is incomplete.
   */
  read(): Promise<Uint8Array>
  /** Drops the body: nobody reads it any more. */
  discard(): void
}

/** A body that occupies memory. */
interface Held {
  size: number
  refuse(why: HttpError): void
}

/** The memory that a network's bodies occupy. */
interface Share {
  size: number
  held: Set<Held>
}

const busy = () =>
  new BusyError('Too much is being sent at this moment. Please try again in a few seconds.', 2)

/** @returns the largest; the first of several. */
function largest<Sized extends { size: number }>(candidates: Iterable<Sized>): Sized | undefined {
  let found: Sized | undefined
  for (const candidate of candidates) {
    if (!found || candidate.size > found.size) found = candidate
  }
  return found
}

/**
 * Limits the memory of bodies that are being received or wait to be read. When it is short, the
 * largest body of the network that uses most is refused (D63), so small requests always get
 * through.
 * @returns a function that receives the body of a request from a network.
 */
export function createBodyBudget({
  bodies,
  bodiesOfNetwork,
  bodyTimeout,
}: Pick<EdgeLimits, 'bodies' | 'bodiesOfNetwork' | 'bodyTimeout'>) {
  const shares = new Map<string, Share>()
  let total = 0

  function makeRoom(share: Share): void {
    while (share.size > bodiesOfNetwork) largest(share.held)?.refuse(busy())
    while (total > bodies) largest(largest(shares.values())?.held ?? [])?.refuse(busy())
  }

  return function receive(incoming: IncomingMessage, network: string): Body {
    const share = shares.get(network) ?? { size: 0, held: new Set() }
    shares.set(network, share)
    /** The first `held.size` bytes are filled. */
    let buffer = Buffer.alloc(0)
    let failure: HttpError | undefined
    let isWhole = false
    let settled = () => {}
    const settling = new Promise<void>((resolve) => {
      settled = resolve
    })
    const timeout = setTimeout(() => {
      held.refuse(new HttpError(408, 'The body of the request took too long to arrive.'))
    }, bodyTimeout)

    function leave(): void {
      clearTimeout(timeout)
      if (!share.held.delete(held)) return
      share.size -= held.size
      total -= held.size
      if (share.held.size === 0) shares.delete(network)
    }

    /**
     * Copies chunks into one buffer: many small chunks would cost more memory than their contents.
     */
    function keep(chunk: Buffer): void {
      const size = held.size + chunk.byteLength
      if (size > buffer.byteLength) {
        const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * buffer.byteLength))
        buffer.copy(larger)
        buffer = larger
      }
      chunk.copy(buffer, held.size)
      held.size = size
      share.size += chunk.byteLength
      total += chunk.byteLength
    }

    const held: Held = {
      size: 0,
      refuse(why) {
        failure ??= why
        buffer = Buffer.alloc(0)
        leave()
        settled()
      },
    }
    share.held.add(held)

    incoming.on('data', (chunk: Buffer) => {
      // The rest of a refused body still arrives and is discarded.
      if (!share.held.has(held)) return
      keep(chunk)
      if (held.size > bodyLimit) held.refuse(bodyTooLarge())
      else makeRoom(share)
    })
    incoming.once('end', () => {
      clearTimeout(timeout)
      isWhole = true
      settled()
    })
    incoming.once('close', () => {
      if (isWhole) return
      held.refuse(incompleteBody())
    })

    return {
      async read() {
        await settling
        if (failure) throw failure
        leave()
        return buffer.subarray(0, held.size)
      },
      discard() {
        buffer = Buffer.alloc(0)
        leave()
      },
    }
  }
}
