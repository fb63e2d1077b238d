import type { Buyer } from './buyer'
import { countryCodes, countryName } from './countries'
import { gstinKind, gstStates } from './gst'

/* A buyer's data as text, for screens, documents, mails and files. */

const joined = (between: string, ...texts: string[]) => texts.filter(Boolean).join(between)

/** The countries where the postal code stands before the city. Source: https://www.upu.int/en/postal-solutions */
const codeFirst =
  'AT BA BE BG CH CY CZ DE DK DZ EE ES FI FO FR GL GR HR HU IL IS IT LI LT LU MA MC ME MK MX NL NO PL PT RO RS SE SI SK SM TN TR VA'.split(
    ' ',
  )

/** The countries where it stands behind the state, on the city's line. */
const codeLast = ['AU', 'CA', 'US']

/** @returns the city with its postal code and, where the country has it on that line, the state. */
function cityLine({ city, postal_code, region, country }: Buyer): string {
  if (codeFirst.includes(country)) return joined(' ', postal_code, city)
  if (codeLast.includes(country)) return joined(' ', joined(', ', city, region), postal_code)
  return joined(' ', city, postal_code)
}

/** @returns the lines of an address: street, city and postal code, state or region, country. */
export function addressLines(buyer: Buyer): string[] {
  const { lines, region, country } = buyer
  const named = country === 'IN' ? (gstStates[region] ?? region) : region
  const state = codeLast.includes(country) ? '' : named
  // Another server may answer a text that isn't a country's code. It is shown as it is.
  const land = countryCodes.includes(country) ? countryName(country) : country
  const all = [lines.join(', '), cityLine(buyer), joined(', ', state, land)]
  return all.filter(Boolean)
}

/** @returns an address in two lines: ['4th Floor, 17 Residency Road', 'Bengaluru 560025, Karnataka, India']. */
export function buyerAddress(buyer: Buyer): string[] {
  const [street = '', ...place] = addressLines(buyer)
  return [street, place.join(', ')].filter(Boolean)
}

/** @returns the name of the buyer's tax number. */
export const taxIdName = ({
  country,
  tax_id = '',
}: Pick<Buyer, 'country'> & { tax_id?: string }): string =>
  country === 'IN' ? (gstinKind(tax_id) ?? 'GSTIN') : 'Tax number'

/** @returns a buyer as documents name them: legal name, address, and tax number if there is one. */
export const buyerLines = (buyer: Buyer): [name: string, ...lines: string[]] => [
  buyer.legal_name,
  ...buyerAddress(buyer),
  ...(buyer.tax_id ? [`${taxIdName(buyer)} ${buyer.tax_id}`] : []),
]

/** Whether a buyer is outside India: there a document names the currency by its code, and no reverse charge. */
export const isAbroad = (buyer: Pick<Buyer, 'country'> | null): boolean =>
  buyer !== null && buyer.country !== 'IN'
