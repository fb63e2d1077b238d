import { HttpError } from '../http-error'
import type { LimitedCall } from '../limits'
import type { Services } from '../services'
import type { RateLimit } from '../store/store'
import { tokenHash } from './tokens'

/**
 * Counts a call against the limits of its client and of an e-mail address.
 * @param client where the call comes from, as the host tells.
 * @param emailKey whose account the call is about.
 * @throws HttpError 429 with `Retry-After` when one of them is spent.
 */
export async function limitCalls(
  services: Services,
  call: LimitedCall,
  client: string,
  emailKey: string,
): Promise<void> {
  if (!services.rateLimits) return
  const { perClient, perAddress } = services.rateLimits[call]
  await count(services, `${call} client ${client}`, perClient)
  // Hashed, because anybody may send an address of any length.
  await count(services, `${call} address ${await tokenHash(emailKey)}`, perAddress)
}

async function count({ store, clock }: Services, key: string, limit: RateLimit): Promise<void> {
  const wait = await store.countCall(key, limit, clock())
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1000)
  throw new HttpError(429, `Too many attempts. Please try again in ${inWords(seconds)}.`, {
    'Retry-After': String(seconds),
  })
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
