/**
 * The patterns of VAT numbers in the European Union, by country, each with its prefix.
 * Source: https://ec.europa.eu/taxation_customs/vies/, frequently asked questions, 'What is the format of a VAT number?'
 */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-Z\d]{2}\d{9}$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE(\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL[A-Z\d+*]{10}\d{2}$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
}

/** @returns a tax number as documents have it: in the European Union without blanks, in capitals. */
export const tidyTaxNumber = (country: string, typed: string): string =>
  Object.hasOwn(patterns, country) ? typed.replace(/[\s.-]/g, '').toUpperCase() : typed

/** @param country ISO 3166-1 alpha-2. @returns what is wrong with a tidied tax number; null: nothing that is known. */
export function taxNumberError(country: string, taxNumber: string): string | null {
  const pattern = Object.hasOwn(patterns, country) ? patterns[country] : undefined
  if (!pattern || pattern.test(taxNumber)) return null
  const prefix = country === 'GR' ? 'EL' : country
  return taxNumber.startsWith(prefix)
    ? `This VAT number has a typing error after ${prefix}.`
    : `The VAT numbers of this country begin with ${prefix}.`
}
