import { type Buyer, mostLines } from '../../../contract/buyer'
import { taxIdName } from '../../../contract/buyer-text'
import { countryCodes, countryName } from '../../../contract/countries'
import { taxNumberError, tidyTaxNumber } from '../../../contract/eu-vat'
import { gstinKind, gstStateOf, gstStates } from '../../../contract/gst'
import { asciiDigits } from '../../lib/ascii-digits'
import type { FormCheck, Typed } from '../../ui/forms/submission'

/** The form's texts. State and region are separate fields, so that neither replaces the other. */
export type BuyerTexts = Readonly<Record<Exclude<keyof Buyer, 'lines'> | 'lines' | 'state', string>>

const isIndia = ({ country }: Pick<Buyer, 'country'>) => country === 'IN'

/** @returns the form's initial texts. No country is preset: a wrong one would decide the tax. */
export function textsOf(buyer: Buyer | null): BuyerTexts {
  const none = {
    legal_name: '',
    city: '',
    region: '',
    postal_code: '',
    tax_id: '',
    is_sez: '',
    reference: '',
  }
  if (!buyer) return { ...none, lines: '', state: '', country: '' }
  const state = isIndia(buyer) ? buyer.region : ''
  return {
    ...buyer,
    lines: buyer.lines.join('\n'),
    state,
    region: state ? '' : buyer.region,
    is_sez: buyer.is_sez ? 'yes' : '',
  }
}

/** Returns a country's names for the parts of an address and for its tax number. */
export function wordsFor(country: string) {
  const taxId = taxIdName({ country })
  return isIndia({ country })
    ? { region: 'State', postalCode: 'PIN code', taxId }
    : { region: 'Region', postalCode: 'Postal code', taxId }
}

export const states = (): readonly (readonly [code: string, name: string])[] =>
  Object.entries(gstStates).sort(([, one], [, other]) => one.localeCompare(other))

export const countries = (): readonly (readonly [code: string, name: string])[] =>
  countryCodes
    .map((code) => [code, countryName(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other))

export type BuyerField = keyof Buyer

/** @returns the request for the typed texts. Indian numbers lose their spaces, and their letters become capitals. */
export function buyerOf(typed: Typed<BuyerField>): Buyer {
  const { legal_name, city, region, postal_code, country, tax_id, is_sez, reference } = typed
  const plain = (text: string) =>
    isIndia(typed) ? asciiDigits(text).replace(/\s/g, '').toUpperCase() : text
  return {
    legal_name,
    lines: linesOf(typed.lines),
    city,
    region,
    postal_code: plain(postal_code),
    country,
    tax_id: tidyTaxNumber(country, plain(tax_id)),
    // Absent: it isn't ticked.
    is_sez: isIndia(typed) && Boolean(is_sez),
    reference,
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Checks what needs no server. The server checks everything again. */
export const checkBuyer: FormCheck<BuyerField> = (typed) => {
  const { legal_name, lines, city, region, country, postal_code, tax_id } = buyerOf(typed)
  return {
    legal_name: legal_name ? null : 'Please enter the legal name.',
    lines:
      lines.length === 0
        ? 'Please enter the address.'
        : lines.length > mostLines
          ? `An address may have at most ${mostLines} lines here.`
          : null,
    country: country ? null : 'Please choose a country.',
    region: isIndia(typed) && !region ? 'Please choose a state.' : null,
    city: city ? null : 'Please enter the city.',
    postal_code:
      isIndia(typed) && !/^[1-9]\d{5}$/.test(postal_code) ? 'A PIN code has six digits.' : null,
    tax_id: tax_id
      ? isIndia(typed)
        ? gstinError(tax_id, region)
        : taxNumberError(country, tax_id)
      : null,
    is_sez: null,
    reference: null,
  }
}

/** @param state the code of the address's state, or empty while none is chosen. */
function gstinError(gstin: string, state: string): string | null {
  if (!gstinKind(gstin)) return 'This GSTIN has a typing error.'
  const registeredIn = gstStateOf(gstin)
  if (!state || !registeredIn || gstin.startsWith(state)) return null
  return `This GSTIN is of ${registeredIn}. Your address is in ${gstStates[state]}.`
}
