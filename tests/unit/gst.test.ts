import { expect, test } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import { buyerAddress, taxIdName } from '../../contract/buyer-text'
import { countryCodes, countryName } from '../../contract/countries'
import { taxNumberError, tidyTaxNumber } from '../../contract/eu-vat'
import { gstinKind, gstStateOf, gstStates, isGstin } from '../../contract/gst'

const valid = ['29AAACA0000A1ZU', '29AAACO0000O1ZN', '27AAACA0000A1ZY', '27AAPFU0939F1ZV']
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

test.each(valid)('a GSTIN %s is one, and none with any one character changed', (gstin) => {
  expect(isGstin(gstin)).toBe(true)
  const changed = [...gstin].flatMap((was, place) =>
    [...characters.replace(was, '')].map(
      (other) => gstin.slice(0, place) + other + gstin.slice(place + 1),
    ),
  )
  expect(changed).toHaveLength(15 * 35)
  expect(changed.filter(isGstin)).toEqual([])
})

test.each([
  ['2917USA00012UN2', 'UIN'],
  ['2917USA00012NR1', 'GSTIN of a non-resident'],
  ['9917SGP29001OST', 'GSTIN of an OIDAR supplier'],
  ['29BLRA12345B1DP', 'GSTIN of a tax deductor'],
  ['29BLRA10000B1Z0', 'GSTIN of a government department'],
  ['29AAACA0000A1ZV', null],
  ['2817USA00012UN2', null],
])('a GSTIN %s is of the kind %s, by its pattern', (number, kind) => {
  expect(gstinKind(number)).toBe(kind)
  expect(taxIdName({ country: 'IN', tax_id: number })).toBe(kind ?? 'GSTIN')
  expect(isGstin(number)).toBe(false)
})

test('a GSTIN is none with blanks or small letters, and of a state that there is', () => {
  const none = ['29AAACA0000A1Z', ' 29AAACA0000A1ZU', '29aaaca0000a1zu', '29AAACA0000A1ZU\n']
  expect(none.filter(isGstin)).toEqual([])
  expect(gstStateOf('29AAACA0000A1ZU')).toBe('Karnataka')
  expect(Object.keys(gstStates)).toHaveLength(37)
  expect([gstStateOf('25'), gstStateOf('28')]).toEqual([undefined, undefined])
})

test.each([
  ['DE', 'de 123 456 789', 'DE123456789'],
  ['GR', 'EL123456789', 'EL123456789'],
  ['NL', 'NL123456789B01', 'NL123456789B01'],
  ['US', '12-3456789', '12-3456789'],
])('a tax number in %s may be %s, and is kept as %s', (country, typed, number) => {
  expect(tidyTaxNumber(country, typed)).toBe(number)
  expect(taxNumberError(country, number)).toBeNull()
})

test.each([
  ['DE', 'DE12345678', 'This VAT number has a typing error after DE.'],
  ['DE', 'FR12345678901', 'The VAT numbers of this country begin with DE.'],
  ['GR', 'GR123456789', 'The VAT numbers of this country begin with EL.'],
])('a tax number in %s is not %s', (country, number, error) => {
  expect(taxNumberError(country, number)).toBe(error)
})

test.each([
  ['IN', '29', 'Bengaluru 560025, Karnataka, India'],
  ['DE', '', '560025 Bengaluru, Germany'],
  ['US', 'CA', 'Bengaluru, CA 560025, United States'],
  ['GB', 'Kent', 'Bengaluru 560025, Kent, United Kingdom'],
])('an address in %s has its postal code where the country has it', (country, region, place) => {
  expect(buyerAddress({ ...buyerExample, country, region })[1]).toBe(place)
})

test('every assigned country can be chosen once, by a name', () => {
  expect(new Set(countryCodes).size).toBe(249)
  expect(countryCodes.filter((code) => countryName(code) === code)).toEqual([])
})
