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
 * Whether a text is a GSTIN: the code of a state, a PAN, the number of the registration, 'Z', and a check digit. The
 * check digit is that of Luhn's algorithm modulo 36, with factors 1 and 2 in turn from the left.
 * Source: CGST rule 10 (the parts); ISO/IEC 7812-1, annex B, for base 36, as the GST portal computes it.
 */
export function isGstin(text: string): boolean {
  if (!/^\d\d[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$/.test(text)) return false
  if (gstStateOf(text) === undefined) return false
  const sum = [...text.slice(0, 14)].reduce((total, digit, index) => {
    const product = digits.indexOf(digit) * (1 + (index % 2))
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return text[14] === digits[(36 - (sum % 36)) % 36]
}

/** @returns the name of the state of a GSTIN, or undefined. */
export const gstStateOf = (gstin: string): string | undefined => gstStates[gstin.slice(0, 2)]
