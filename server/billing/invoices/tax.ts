import { countryName } from '../../../contract/countries'
import { gstStateOf, gstStates } from '../../../contract/gst'
import type { TaxPart } from '../../../contract/receipts'
import type { BilledTo } from '../buyer/tables'

/*
 * Which taxes a price contains, and how much of each (D143). An operator's accountant confirms it (docs/billing.md).
 */

/**
 * The union territories without a legislature, where UTGST takes SGST's place, and the territorial waters.
 * Source: CGST Act, section 2(114).
 */
const unionTerritories = ['04', '26', '31', '35', '38', '97']

/** Where a supply is, and which taxes it has. */
export interface Supply {
  /** A state with its code (CGST rule 46(n)), or a country. */
  place: string
  taxes: readonly string[]
  /** Of all parts together, in hundredths of a per cent. */
  rate: number
}

/**
 * @param gstin the seller's.
 * @param billedTo null: nobody gave an address, so the place of supply is the seller's.
 * @param rate within India, in hundredths of a per cent.
 * @returns the place of supply, and its taxes. Sources: IGST Act, sections 12(2) (services to somebody in India: the
 *   registered place, the address on record, or else the seller's), 7 and 8 (across states, and within one), and 16
 *   (exports are zero-rated).
 */
export function supplyOf(gstin: string, billedTo: BilledTo | null, rate: number): Supply {
  if (billedTo && billedTo.country !== 'IN') {
    return { place: countryName(billedTo.country), taxes: ['IGST'], rate: 0 }
  }
  const own = gstin.slice(0, 2)
  const code = billedTo ? billedTo.region : own
  const name = billedTo ? gstStates[code] : gstStateOf(gstin)
  const place = `${name} (${code})`
  if (code !== own) return { place, taxes: ['IGST'], rate }
  const ofState = unionTerritories.includes(code) ? 'UTGST' : 'SGST'
  return { place, taxes: ['CGST', ofState], rate }
}

/**
 * Splits a price that contains its taxes: they have equal shares, each rounded, and the taxable amount is what remains, so
 * that the parts always add up.
 * @param amount in the currency's smallest unit.
 * @param rate of all taxes together, in hundredths of a per cent.
 */
export function splitAmount(
  amount: number,
  { taxes, rate }: Pick<Supply, 'taxes' | 'rate'>,
): { taxableAmount: number; tax: TaxPart[] } {
  const share = Math.round((amount * rate) / (taxes.length * (10_000 + rate)))
  const tax = taxes.map((name) => ({ name, rate: rate / taxes.length / 100, amount: share }))
  return { taxableAmount: amount - taxes.length * share, tax }
}

/** @returns what of an invoice is given back with `amount`, after `before` of it was: in the end exactly all of it. */
export function splitRefund(
  amount: number,
  before: number,
  tax: readonly TaxPart[],
): { taxableAmount: number; tax: TaxPart[] } {
  const supply = {
    taxes: tax.map(({ name }) => name),
    rate: Math.round(tax.reduce((sum, { rate }) => sum + rate * 100, 0)),
  }
  const [from, to] = [splitAmount(before, supply), splitAmount(before + amount, supply)]
  return {
    taxableAmount: to.taxableAmount - from.taxableAmount,
    tax: to.tax.map((part, index) => ({
      ...part,
      amount: part.amount - (from.tax[index]?.amount ?? 0),
    })),
  }
}

/** What CGST rule 46 has invoices say of exports without payment of tax, which a letter of undertaking (LUT) allows. */
export const exportWithoutTax =
  'Supply meant for export under bond or letter of undertaking without payment of integrated tax'
