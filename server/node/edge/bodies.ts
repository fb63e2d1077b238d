import type { IncomingMessage } from 'node:http'
import { BusyError, type HttpError } from '../../api/http-error'
import { bodyLimit, bodyTooLarge, incompleteBody } from '../../api/read-body'

/** A body that occupies memory. */
interface Held {
  size: number
  refuse(why: HttpError): void
}

const busy = () =>
  new BusyError('Too much is being sent at this moment. Please try again in a few seconds.', 2)

/**
 * Limits the memory of all bodies that are being received. Otherwise hundreds of clients could exhaust it by sending
 * large bodies without their end, which HAProxy passes on as they arrive. When memory is used up, the largest body is
 * refused, so that small ones, such as a sign-in's, always get through (D63).
 * @param most the memory of all bodies, in bytes.
 * @returns a function that receives a request's body.
 * @throws HttpError 503 if there was no memory for it, 413 if it is too large, 400 if it is incomplete.
 */
export function createBodyReader(most: number) {
  const held = new Set<Held>()
  let total = 0

  return (incoming: IncomingMessage) =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (incoming.destroyed) throw incompleteBody()
      /** The first `body.size` bytes are filled: many small chunks would cost more memory than their contents. */
      let buffer = Buffer.alloc(0)
      const body: Held = {
        size: 0,
        refuse(why) {
          leave()
          buffer = Buffer.alloc(0)
          reject(why)
        },
      }
      held.add(body)

      function leave(): void {
        incoming.off('data', keep)
        // The rest of a refused body still arrives and is discarded.
        incoming.resume()
        if (held.delete(body)) total -= body.size
      }
      function keep(chunk: Buffer): void {
        const size = body.size + chunk.byteLength
        if (size > buffer.byteLength) {
          const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * buffer.byteLength))
          buffer.copy(larger)
          buffer = larger
        }
        chunk.copy(buffer, body.size)
        body.size = size
        total += chunk.byteLength
        if (size > bodyLimit) body.refuse(bodyTooLarge())
        while (total > most) largest(held)?.refuse(busy())
      }
      incoming.on('data', keep)
      incoming.once('end', () => {
        leave()
        resolve(buffer.subarray(0, body.size))
      })
      incoming.once('close', () => body.refuse(incompleteBody()))
    })
}

function largest(bodies: Iterable<Held>): Held | undefined {
  let found: Held | undefined
  for (const body of bodies) if (!found || body.size > found.size) found = body
  return found
}
