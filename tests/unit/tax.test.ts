import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gstStates } from '../../contract/gst'
import { mockBuyers } from '../../mocks/tax-scenarios'
import { financialYearOf } from '../../server/billing/invoices/numbers'
import { splitAmount, splitRefund, supplyOf } from '../../server/billing/invoices/tax'
import { numRuns } from '../support/property-runs'

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
  ['2026-12-31T23:00:00.000Z', '26-27'],
  ['2099-04-01T00:00:00.000Z', '99-00'],
])('%s is of the financial year %s', (instant, year) => {
  expect(financialYearOf(new Date(instant))).toBe(year)
})
