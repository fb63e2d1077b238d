import type { Buyer } from './buyer'
import { countryCodes, countryName } from './countries'
import { gstStates } from './gst'

/*
 * A buyer as papers and files have it.
 */

/** @returns the address: ['4th Floor, 17 Residency Road', 'Bengaluru 560025, Karnataka, India']. */
export function buyerAddress(buyer: Buyer): string[] {
  const { lines, city, region, postal_code, country } = buyer
  const state = country === 'IN' ? (gstStates[region] ?? region) : region
  // What is no code, which another server may answer, is a name that can't be looked up.
  const land = countryCodes.includes(country) ? countryName(country) : country
  const joined = (parts: readonly string[], by: string) => parts.filter(Boolean).join(by)
  return [
    joined(lines, ', '),
    joined([joined([city, postal_code], ' '), state, land], ', '),
  ].filter(Boolean)
}

/** @returns what the buyer's tax number is called. */
export const taxIdName = ({ country }: Pick<Buyer, 'country'>): string =>
  country === 'IN' ? 'GSTIN' : 'Tax number'
