import { describe, expect, test } from 'vitest'
import { countryCodes, countryName } from '../../contract/countries'
import { gstStateOf, gstStates, isGstin } from '../../contract/gst'

const valid = ['29AAACA0000A1ZU', '29AAACO0000O1ZN', '27AAACA0000A1ZY', '27AAPFU0939F1ZV']
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

describe('a GSTIN', () => {
  test.each(valid)('%s is one', (gstin) => {
    expect(isGstin(gstin)).toBe(true)
  })

  test.each(valid)('%s is none with any one character changed', (gstin) => {
    const changed = [...gstin].flatMap((was, place) =>
      [...characters]
        .filter((other) => other !== was)
        .map((other) => gstin.slice(0, place) + other + gstin.slice(place + 1)),
    )
    expect(changed).toHaveLength(15 * 35)
    expect(changed.filter(isGstin)).toEqual([])
  })

  test.each(['29AAACA0000A1Z', ' 29AAACA0000A1ZU', '29aaaca0000a1zu', '29AAACA0000A1ZU\n'])(
    '%j is none',
    (text) => {
      expect(isGstin(text)).toBe(false)
    },
  )

  test('is of a state that there is', () => {
    expect(gstStateOf('29AAACA0000A1ZU')).toBe('Karnataka')
    expect(gstStateOf('27AAPFU0939F1ZV')).toBe('Maharashtra')
    expect(Object.keys(gstStates)).toHaveLength(37)
    expect(gstStateOf('25')).toBeUndefined()
    expect(gstStateOf('28')).toBeUndefined()
  })
})

test('every assigned country can be chosen once, by a name', () => {
  expect(new Set(countryCodes).size).toBe(249)
  expect(countryCodes.filter((code) => countryName(code) === code)).toEqual([])
})
