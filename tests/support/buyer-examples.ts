import type { BilledTo } from '../../server/billing/buyer/tables'

/** In the state of the sandbox's seller. */
export const buyerInIndia: BilledTo = {
  legalName: 'Acme Analytics Private Limited',
  lines: ['4th Floor', '17 Residency Road'],
  city: 'Bengaluru',
  region: '29',
  postalCode: '560025',
  country: 'IN',
  taxId: '29AAACA0000A1ZU',
  reference: 'PO 4500-2217',
}
