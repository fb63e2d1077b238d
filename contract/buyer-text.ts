import type { Buyer } from './buyer'
import { countryCodes, countryName } from './countries'
import { gstStates } from './gst'

/* A buyer's data as text, for screens, documents, mails and files. */

const joined = (between: string, ...texts: string[]) => texts.filter(Boolean).join(between)

/** @returns the lines of an address: street, city and postal code, state or region, country. */
export function addressLines({ lines, city, postal_code, region, country }: Buyer): string[] {
  const state = country === 'IN' ? (gstStates[region] ?? region) : region
  // Another server may answer a text that isn't a country's code. It is shown as it is.
  const land = countryCodes.includes(country) ? countryName(country) : country
  const all = [lines.join(', '), joined(' ', city, postal_code), joined(', ', state, land)]
  return all.filter(Boolean)
}

/** @returns an address in two lines: ['4th Floor, 17 Residency Road', 'Bengaluru 560025, Karnataka, India']. */
export function buyerAddress(buyer: Buyer): string[] {
  const [street = '', ...place] = addressLines(buyer)
  return [street, place.join(', ')].filter(Boolean)
}

/** @returns the name of the buyer's tax number. */
export const taxIdName = ({ country }: Pick<Buyer, 'country'>): string =>
  country === 'IN' ? 'GSTIN' : 'Tax number'

/** @returns a buyer as documents name them: legal name, address, and tax number if there is one. */
export const buyerLines = (buyer: Buyer): [name: string, ...lines: string[]] => [
  buyer.legal_name,
  ...buyerAddress(buyer),
  ...(buyer.tax_id ? [`${taxIdName(buyer)} ${buyer.tax_id}`] : []),
]
