import * as v from 'valibot'
import type { Currency } from '../../../contract/billing'

/** Milliseconds until the lookup is given up. Nothing waits for it. */
const lookupTimeout = 10_000

const geolocation = v.object({ country: v.string() })

/**
 * Looks up the visitor's currency at the geolocation service, without a bearer token (D11).
 * @param url of a service that answers JSON with the field `country`.
 * @returns USD also where the lookup fails, which is only logged (specification, section 1).
 * @throws the signal's reason when it was aborted.
 */
export async function lookUpCurrency(url: string, signal: AbortSignal): Promise<Currency> {
  const timeout = AbortSignal.timeout(lookupTimeout)
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      // Browsers released before 2024 can't join signals. There the lookup isn't aborted.
      signal: 'any' in AbortSignal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok) throw new Error(`the geolocation service answered ${response.status}`)
    const { country } = v.parse(geolocation, await response.json())
    // India's ISO 3166 code (specification, section 9).
    return country.trim().toUpperCase() === 'IN' ? 'INR' : 'USD'
  } catch (error) {
    signal.throwIfAborted()
    console.error('Currency lookup failed', error)
    return 'USD'
  }
}
