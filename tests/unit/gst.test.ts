import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import { buyerAddress, taxIdName } from '../../contract/buyer-text'
import { taxNumberError, tidyTaxNumber } from '../../contract/eu-vat'
import { gstinKind, gstStateOf, gstStates, isGstin } from '../../contract/gst'
import { mockBuyers } from '../../mocks/tax-scenarios'
import { type Draft, financialYearOf, openSeries } from '../../server/billing/invoices/numbers'
import { splitAmount, splitRefund, supplyOf } from '../../server/billing/invoices/tax'
import { numRuns } from '../support/property-runs'

const valid = [
  ...['29AAACA0000A1ZU', '29AAACO0000O1ZN', '27AAACA0000A1ZY', '27AAPFU0939F1ZV'],
  // Its check digit is 0.
  '29AAACZ0000A6Z0',
]
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
  const nameOf = (code: string) => gstStates[code] ?? ''
  const byName = Object.keys(gstStates).sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  expect(byName.join(' ')).toBe(
    '35 37 12 18 10 04 22 26 07 30 24 06 02 01 20 29 32 38 31 23 27 14 17 15 13 21 97 34 03 08 11 33 36 16 09 05 19',
  )
  expect([gstStateOf('25'), gstStateOf('28')]).toEqual([undefined, undefined])
})

test.each([
  ['DE', 'de 123 456 789', 'DE123456789', null],
  ['GR', 'GR123456789', 'GR123456789', 'The VAT numbers of this country begin with EL.'],
])('a tax number in %s, %s, is kept as %s: %s', (country, typed, number, error) => {
  expect(tidyTaxNumber(country, typed)).toBe(number)
  expect(taxNumberError(country, number)).toBe(error)
})

test.each([
  ['IN', '29', 'Bengaluru 560025, Karnataka, India'],
  ['DE', '', '560025 Bengaluru, Germany'],
  ['US', 'CA', 'Bengaluru, CA 560025, United States'],
  ['CA', 'ON', 'Bengaluru, ON 560025, Canada'],
  ['AU', 'NSW', 'Bengaluru, NSW 560025, Australia'],
  ['GB', 'Kent', 'Bengaluru 560025, Kent, United Kingdom'],
])('an address in %s has its postal code where the country has it', (country, region, place) => {
  expect(buyerAddress({ ...buyerExample, country, region })[1]).toBe(place)
})

const seller = '29AAACO0000O1ZN'
const within = { taxes: ['CGST', 'SGST'], rate: 1_800 }
const across = { taxes: ['IGST'], rate: 1_800 }
const sumOf = (tax: readonly { amount: number }[]) =>
  tax.reduce((sum, { amount }) => sum + amount, 0)

test('within a state both halves are equal and the odd paisa isn’t tax; across states the tax is one part', () => {
  const half = { rate: 9, amount: 61_009 }
  expect(splitAmount(799_900, within)).toEqual({
    taxableAmount: 677_882,
    tax: ['CGST', 'SGST'].map((name) => ({ name, ...half })),
  })
  expect(splitAmount(199_900, across)).toEqual({
    taxableAmount: 169_407,
    tax: [{ name: 'IGST', rate: 18, amount: 30_493 }],
  })
})

const supplies = fc.record({
  taxes: fc.constantFrom(['CGST', 'SGST'], ['IGST']),
  rate: fc.integer({ min: 0, max: 9_999 }),
})
const amounts = fc.integer({ min: 0, max: 1_000_000_000_00 })

test('the parts add up for every amount and rate, and no part is off by more than half a paisa', () => {
  const check = fc.property(amounts, supplies, (amount, supply) => {
    const { taxableAmount, tax } = splitAmount(amount, supply)
    expect(taxableAmount + sumOf(tax)).toBe(amount)
    expect(new Set(tax.map((part) => part.amount)).size).toBe(1)
    expect(taxableAmount).toBeGreaterThanOrEqual(0)
    const exact = (amount * supply.rate) / (10_000 + supply.rate) / tax.length
    for (const part of tax) expect(Math.abs(part.amount - exact)).toBeLessThanOrEqual(0.5)
  })
  fc.assert(check, { numRuns: numRuns(100_000, 3_000) })
})

test('refunds of a payment, however many, give back exactly its parts in the end', () => {
  const cuts = fc.array(fc.integer({ min: 100, max: 50_000_00 }), { minLength: 1, maxLength: 8 })
  const check = fc.property(cuts, supplies, (refunds, supply) => {
    const amount = refunds.reduce((sum, refund) => sum + refund, 0)
    const invoice = splitAmount(amount, supply)
    let before = 0
    const notes = refunds.map((refund) => {
      const note = splitRefund(refund, before, invoice.tax)
      before += refund
      expect(note.taxableAmount + sumOf(note.tax)).toBe(refund)
      return note
    })
    const total = notes.reduce((sum, { taxableAmount }) => sum + taxableAmount, 0)
    expect(total).toBe(invoice.taxableAmount)
    for (const [index, { amount: part }] of invoice.tax.entries()) {
      expect(sumOf(notes.flatMap(({ tax }) => tax[index] ?? []))).toBe(part)
    }
  })
  fc.assert(check, { numRuns: numRuns(30_000, 1_000) })
})

test.each([
  ['in the seller’s state', { region: '29' }, 'Karnataka (29)', 'CGST SGST', 1_800],
  ['in a special economic zone there', { isSez: true }, 'Karnataka (29)', 'IGST', 1_800],
  ['in another state', { region: '27' }, 'Maharashtra (27)', 'IGST', 1_800],
  ['in Delhi, which has a legislature', { region: '07' }, 'Delhi (07)', 'IGST', 1_800],
  ['abroad', { country: 'DE', region: 'Berlin' }, 'Germany', 'IGST', 0],
])('a buyer %s', (_where, change, place, taxes, rate) => {
  const supply = supplyOf(seller, { ...mockBuyers.india, ...change }, 1_800)
  expect([supply.place, supply.taxes.join(' '), supply.rate]).toEqual([place, taxes, rate])
})

test('without a buyer the place is the seller’s, which has UTGST where it is a union territory without a legislature', () => {
  expect(supplyOf(seller, null, 1_800)).toEqual({ place: 'Karnataka (29)', ...within })
  const named = Object.keys(gstStates).filter((code) =>
    supplyOf(`${code}AAACO0000O1ZN`, null, 1_800).taxes.includes('UTGST'),
  )
  expect(named.sort()).toEqual(['04', '26', '31', '35', '38', '97'])
})

test.each([
  ['2026-03-31T18:29:59.999Z', '25-26'],
  ['2026-03-31T18:30:00.000Z', '26-27'],
  ['2099-04-01T00:00:00.000Z', '99-00'],
])('%s is of the financial year %s', (instant, year) => {
  expect(financialYearOf(new Date(instant))).toBe(year)
})

test('a series ends with its last number of sixteen characters', async () => {
  const now = new Date('2026-05-01T12:00:00.000Z')
  const row = { id: `${seller} 26-27`, prefix: 'ABC', lastInvoice: 999_998, lastCreditNote: 0 }
  const read = { all: async () => [{ ...row, lastAt: null }] }
  const series = await openSeries(read as never, new Map([[seller, 'ABC']]), now)
  const draft = { kind: 'invoice', seller: { gstin: seller } } as Draft
  expect(series.issue(draft).number).toBe('ABC/26-27/999999')
  expect(() => series.issue(draft)).toThrow('has no number left: ABC/26-27/1000000 is too long')
})
