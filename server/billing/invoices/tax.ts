import { countryName } from '../../../contract/countries'
import { gstStateOf, gstStates } from '../../../contract/gst'
import type { TaxPart } from '../../../contract/receipts'
import type { BilledTo } from '../buyer/tables'

/*
 * The taxes that a price contains (D143). An operator's accountant has to confirm them (docs/billing.md).
 */

/**
 * The codes of the union territories without a legislature and of the territorial waters, where UTGST replaces SGST.
 * Source: CGST Act, section 2(114).
 */
const unionTerritories = ['04', '26', '31', '35', '38', '97']

export interface Supply {
  /** A state with its code, 'Karnataka (29)' (CGST rule 46(n)), or a country. */
  place: string
  taxes: readonly string[]
  /** The sum of all taxes, in hundredths of a per cent. */
  rate: number
}

/**
 * Determines the place of supply and its taxes. Sources: IGST Act, sections 12(2) (the place is that of the buyer's
 * registration or address, or else the seller's), 7 and 8 (supplies across states, to special economic
 * zones, and within a state), and 16 (exports are
 * zero-rated).
 * @param gstin the seller's GSTIN.
 * @param billedTo null: no address is known, so the place of supply is the seller's.
 * @param rate the tax rate within India, in hundredths of a per cent.
 */
export function supplyOf(gstin: string, billedTo: BilledTo | null, rate: number): Supply {
  if (billedTo && billedTo.country !== 'IN') {
    return { place: countryName(billedTo.country), taxes: ['IGST'], rate: 0 }
  }
  const sellerState = gstin.slice(0, 2)
  const code = billedTo ? billedTo.region : sellerState
  const name = billedTo ? gstStates[code] : gstStateOf(gstin)
  const place = `${name} (${code})`
  if (code !== sellerState || billedTo?.isSez) return { place, taxes: ['IGST'], rate }
  const stateTax = unionTerritories.includes(code) ? 'UTGST' : 'SGST'
  return { place, taxes: ['CGST', stateTax], rate }
}

/**
 * Splits a price that contains its taxes. The taxes are equal and rounded, and the taxable amount is the rest, so the parts
 * always add up to the price.
 * @param amount in the currency's smallest unit.
 */
export function splitAmount(
  amount: number,
  { taxes, rate }: Pick<Supply, 'taxes' | 'rate'>,
): { taxableAmount: number; tax: TaxPart[] } {
  const share = Math.round((amount * rate) / (taxes.length * (10_000 + rate)))
  const tax = taxes.map((name) => ({ name, rate: rate / taxes.length / 100, amount: share }))
  return { taxableAmount: amount - taxes.length * share, tax }
}

/**
 * Splits a credited amount. The credit notes of an invoice add up to exactly its own split, however many there are.
 * @param before the sum of the earlier credit notes.
 */
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

/** The words for exports without payment of tax, under a letter of undertaking (LUT). Source: CGST rule 46. */
export const exportWithoutTax =
  'Supply meant for export under bond or letter of undertaking without payment of integrated tax'

/** The words for supplies to special economic zones. Source: CGST rule 46. */
export const supplyToSez =
  'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax'
