import type { Buyer } from './buyer'
import { countryCodes, countryName } from './countries'
import { gstStates } from './gst'

/*
 * A buyer as screens, papers, mails and files have it.
 */

const joined = (between: string, ...texts: string[]) => texts.filter(Boolean).join(between)

/** @returns an address as one reads it: street, city and postal code, state or region and country. */
export function addressLines({ lines, city, postal_code, region, country }: Buyer): string[] {
  const state = country === 'IN' ? (gstStates[region] ?? region) : region
  // What is no code, which another server may answer, is a name that can't be looked up.
  const land = countryCodes.includes(country) ? countryName(country) : country
  const all = [lines.join(', '), joined(' ', city, postal_code), joined(', ', state, land)]
  return all.filter(Boolean)
}

/** @returns an address in two lines: ['4th Floor, 17 Residency Road', 'Bengaluru 560025, Karnataka, India']. */
export function buyerAddress(buyer: Buyer): string[] {
  const [street = '', ...place] = addressLines(buyer)
  return [street, place.join(', ')].filter(Boolean)
}

/** @returns what the buyer's tax number is called. */
export const taxIdName = ({ country }: Pick<Buyer, 'country'>): string =>
  country === 'IN' ? 'GSTIN' : 'Tax number'

/** @returns a buyer as papers name them: the legal name, the address, and the tax number, if there is one. */
export const buyerLines = (buyer: Buyer): [name: string, ...lines: string[]] => [
  buyer.legal_name,
  ...buyerAddress(buyer),
  ...(buyer.tax_id ? [`${taxIdName(buyer)} ${buyer.tax_id}`] : []),
]
