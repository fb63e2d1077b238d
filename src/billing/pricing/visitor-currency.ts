import * as v from 'valibot'
import type { Currency } from '../../../contract/billing'

/** How long the lookup may take, in ms: nobody waits for it, but it shouldn't hang about either. */
const lookupTimeout = 10_000

const geolocation = v.object({ country: v.string() })

/** INR for India's ISO 3166 code, USD for every other country (specification, section 9). */
function currencyOfCountry(country: string): Currency {
  return country.trim().toUpperCase() === 'IN' ? 'INR' : 'USD'
}

/**
 * Asks the geolocation service for the visitor's currency. It gets no bearer (D13).
 * @param url of a service that answers JSON with the field `country`.
 * @param signal calls it off.
 * @returns USD also where the lookup fails, which is only logged (specification, section 1).
 * @throws the signal's reason when it was called off.
 */
export async function lookUpCurrency(url: string, signal: AbortSignal): Promise<Currency> {
  const timeout = AbortSignal.timeout(lookupTimeout)
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      // Browsers of before 2024 can't join signals: there the lookup runs to its end.
      signal: 'any' in AbortSignal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok) throw new Error(`the geolocation service answered ${response.status}`)
    return currencyOfCountry(v.parse(geolocation, await response.json()).country)
  } catch (error) {
    signal.throwIfAborted()
    console.error('Currency lookup failed', error)
    return 'USD'
  }
}
