import type { Buyer } from '../../../contract/buyer'
import type { RequestOf, ResponseOf } from '../../../contract/calls'
import { countryCodes } from '../../../contract/countries'
import { taxNumberError, tidyTaxNumber } from '../../../contract/eu-vat'
import { gstinKind, gstStateOf, gstStates } from '../../../contract/gst'
import type { Caller } from '../../api/caller'
import { readFields } from '../../api/fields'
import { HttpError } from '../../api/http-error'
import type { Network } from '../../api/networks'
import type { Services } from '../../api/services'
import { byUser } from '../../people/author'
import type { Organisation } from '../../people/tables'
import {
  hasInvisibleCharacters,
  isVisible,
  oneLine,
  withoutPasted,
} from '../../people/visible-text'
import { put } from '../../store/change'
import { entryOf } from '../../store/entry'
import type { BilledTo, Copy } from './tables'

/*
 * The buyer is the company that an organisation's payments are billed to (D143). Receipts and invoices copy the buyer, so a
 * later change doesn't affect them.
 */

/** @returns an organisation's buyer, and its accounting addresses. */
export async function readBuyer(
  { store, tax }: Pick<Services, 'store' | 'tax'>,
  { id: organisationId }: Pick<Organisation, 'id'>,
): Promise<ResponseOf<'getBuyer'>> {
  const [buyer, copies] = await Promise.all([
    store.one('buyers', { organisationId }),
    store.all('copies', { organisationId, removedAt: null }),
  ])
  const sorted = copies.toSorted(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() ||
      (one.emailKey < other.emailKey ? -1 : 1),
  )
  return {
    billed_to: buyer && buyerOnWire(buyer.billedTo),
    copies: sorted.map((copy) => ({ email: copy.email, state: stateOf(copy) })),
    tax: tax ? 'gst' : 'off',
  }
}

/** A refused address gets nothing, even if it was confirmed before. */
function stateOf({ refusedAt, confirmedAt }: Copy) {
  if (refusedAt) return 'undeliverable'
  return confirmedAt ? 'confirmed' : 'waiting'
}

/** Converts a buyer to the contract's fields. */
export const buyerOnWire = (billedTo: BilledTo): Buyer => ({
  legal_name: billedTo.legalName,
  lines: [...billedTo.lines],
  city: billedTo.city,
  region: billedTo.region,
  postal_code: billedTo.postalCode,
  country: billedTo.country,
  tax_id: billedTo.taxId,
  is_sez: billedTo.isSez ?? false,
  reference: billedTo.reference,
})

/** @returns a text on one line. @throws HttpError 422 if it has invisible characters. */
function visible(typed: string): string {
  const text = withoutPasted(typed)
  if (hasInvisibleCharacters(text)) {
    throw new HttpError(422, 'This text has characters that don’t show. Please type it again.')
  }
  return oneLine(text)
}

/** @param refusal the message for a text without visible characters. @throws HttpError 422 */
function requireVisible(text: string, refusal: string): string {
  const read = visible(text)
  if (!isVisible(read)) throw new HttpError(422, refusal)
  return read
}

const withoutBlanks = (text: string) => text.replaceAll(' ', '')

/** The rules for India: a state, a PIN code of six digits, and a GSTIN of the same state. */
const inIndia = {
  region(typed: string): string {
    const code = visible(typed)
    if (!Object.hasOwn(gstStates, code)) throw new HttpError(422, 'Please choose a state.')
    return code
  },
  postalCode(typed: string): string {
    const code = withoutBlanks(visible(typed))
    if (!/^[1-9]\d{5}$/.test(code)) throw new HttpError(422, 'A PIN code has six digits.')
    return code
  },
  taxId(typed: string, region: string): string {
    const gstin = withoutBlanks(visible(typed)).toUpperCase()
    if (gstin === '') return ''
    if (!gstinKind(gstin)) throw new HttpError(422, 'This GSTIN has a typing error.')
    const addressIn = gstStates[region]
    const state = gstStateOf(gstin)
    if (state !== undefined && addressIn !== undefined && !gstin.startsWith(region)) {
      throw new HttpError(422, `This GSTIN is of ${state}. Your address is in ${addressIn}.`)
    }
    return gstin
  },
}

/** The rules of other countries are unknown, except for VAT numbers, so any visible text will do. */
const elsewhere = (country: string): typeof inIndia => ({
  region: visible,
  postalCode: visible,
  taxId(typed) {
    const number = tidyTaxNumber(country, visible(typed))
    const error = number && taxNumberError(country, number)
    if (error) throw new HttpError(422, error)
    return number
  },
})

/** @returns the buyer in a request. @throws FieldsError 422 with the reason at each wrong field. */
function requireBuyer(typed: RequestOf<'changeBuyer'>): BilledTo {
  const rules = typed.country === 'IN' ? inIndia : elsewhere(typed.country)
  const read = readFields({
    legal_name: () =>
      requireVisible(typed.legal_name, 'Please enter the legal name of your company.'),
    lines() {
      const lines = typed.lines.map(visible).filter(isVisible)
      if (lines.length === 0) throw new HttpError(422, 'Please enter the address.')
      return lines
    },
    city: () => requireVisible(typed.city, 'Please enter the city.'),
    region: () => rules.region(typed.region),
    postal_code: () => rules.postalCode(typed.postal_code),
    country() {
      if (!countryCodes.includes(typed.country))
        throw new HttpError(422, 'Please choose a country.')
      return typed.country
    },
    tax_id: () => rules.taxId(typed.tax_id, oneLine(typed.region)),
    reference: () => visible(typed.reference),
  })
  return {
    legalName: read.legal_name,
    lines: read.lines,
    city: read.city,
    region: read.region,
    postalCode: read.postal_code,
    country: read.country,
    taxId: read.tax_id,
    ...(typed.country === 'IN' && typed.is_sez && { isSez: true }),
    reference: read.reference,
  }
}

/** Compares on the wire's fields, because databases reorder the fields of JSON. */
const isSame = (one: BilledTo, other: BilledTo) =>
  JSON.stringify(buyerOnWire(one)) === JSON.stringify(buyerOnWire(other))

/**
 * Changes the buyer of the caller's organisation, for its next payments.
 * @throws FieldsError 422 with the reason at each wrong field.
 */
export async function changeBuyer(
  { store, clock }: Services,
  caller: Caller,
  network: Network,
  typed: RequestOf<'changeBuyer'>,
): Promise<void> {
  const billedTo = requireBuyer(typed)
  const organisationId = caller.organisation.id
  const author = byUser(caller.user, network)
  const lock = { organisation: organisationId }
  await store.change('change-buyer', lock, caller, async (read) => {
    const before = await read.one('buyers', { organisationId })
    if (before && isSame(before.billedTo, billedTo)) return { answer: undefined }
    const { legalName, taxId } = billedTo
    const details = { company: legalName, ...(taxId && { tax_id: taxId }) }
    return {
      answer: undefined,
      writes: [put('buyers', ['organisationId'], { organisationId, billedTo })],
      entries: [entryOf(clock(), organisationId, author, 'buyer-changed', { details })],
    }
  })
}
