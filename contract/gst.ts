/*
 * Names from India's goods and services tax (GST). An operator's accountant confirms them before `TAX=gst` is
 * switched on (docs/billing.md).
 */

/**
 * The states and union territories, by the codes that GSTINs begin with. 25 and 28 ended with the mergers of 2020 and
 * 2014. Source: the state codes of the GST portal, https://services.gst.gov.in/services/searchtp
 */
export const gstStates: Readonly<Record<string, string>> = {
  '35': 'Andaman and Nicobar Islands',
  '37': 'Andhra Pradesh',
  '12': 'Arunachal Pradesh',
  '18': 'Assam',
  '10': 'Bihar',
  '04': 'Chandigarh',
  '22': 'Chhattisgarh',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '30': 'Goa',
  '24': 'Gujarat',
  '06': 'Haryana',
  '02': 'Himachal Pradesh',
  '01': 'Jammu and Kashmir',
  '20': 'Jharkhand',
  '29': 'Karnataka',
  '32': 'Kerala',
  '38': 'Ladakh',
  '31': 'Lakshadweep',
  '23': 'Madhya Pradesh',
  '27': 'Maharashtra',
  '14': 'Manipur',
  '17': 'Meghalaya',
  '15': 'Mizoram',
  '13': 'Nagaland',
  '21': 'Odisha',
  '97': 'Other Territory',
  '34': 'Puducherry',
  '03': 'Punjab',
  '08': 'Rajasthan',
  '11': 'Sikkim',
  '33': 'Tamil Nadu',
  '36': 'Telangana',
  '16': 'Tripura',
  '09': 'Uttar Pradesh',
  '05': 'Uttarakhand',
  '19': 'West Bengal',
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The kinds of registration numbers, as documents name them. Source: the patterns of the GST portal's offline tools. UINs are
 * those of embassies and bodies of the United Nations.
 */
const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['GSTIN', /^\d\d[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$/],
  ['GSTIN of a government department', /^\d\d[A-Z]{4}\d{5}[A-Z]\dZ\d$/],
  ['GSTIN of a tax deductor', /^\d\d[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z]D[\dA-Z]$/],
  ['UIN', /^\d{4}[A-Z]{3}\d{5}[UO]N[\dA-Z]$/],
  ['GSTIN of a non-resident', /^\d{4}[A-Z]{3}\d{5}NR[\dA-Z]$/],
  ['GSTIN of an OIDAR supplier', /^99\d\d[A-Z]{3}\d{5}OS[\dA-Z]$/],
]

/**
 * Names the kind of a registration number. All but those that begin with 99 begin with the code of a state. The last character
 * of a GSTIN is the check digit of Luhn's algorithm modulo 36, with factors 1 and 2 in turn from the left; no source says so of
 * the other kinds.
 * Source: CGST rule 10 (the parts); ISO/IEC 7812-1, annex B, for base 36, as the GST portal computes it.
 * @returns 'GSTIN', 'UIN' and so on; null: the text is no such number.
 */
export function gstinKind(text: string): string | null {
  const [name] = kinds.find(([, pattern]) => pattern.test(text)) ?? []
  if (name === undefined) return null
  if (gstStateOf(text) === undefined && !text.startsWith('99')) return null
  if (name !== 'GSTIN') return name
  const sum = [...text.slice(0, 14)].reduce((total, digit, index) => {
    const product = digits.indexOf(digit) * (1 + (index % 2))
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return text[14] === digits[(36 - (sum % 36)) % 36] ? name : null
}

/** Whether a text is the GSTIN of a regular taxpayer, as a seller has. */
export const isGstin = (text: string): boolean => gstinKind(text) === 'GSTIN'

/** @returns the name of the state of a GSTIN, or undefined. */
export const gstStateOf = (gstin: string): string | undefined => gstStates[gstin.slice(0, 2)]
