import { expect, test } from 'vitest'
import { asciiDigits } from '../../src/lib/ascii-digits'

test('reads the digits of every script in which the platform writes numbers', () => {
  const systems = Intl.supportedValuesOf('numberingSystem')
  const digitsOf = (system: string) =>
    new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890)
  // What isn't a row of decimal digits (Chinese numerals, for example) isn't one to Unicode either.
  const texts = systems.map(digitsOf).filter((text) => /^\p{Nd}{10}$/u.test(text))
  expect(texts.length).toBeGreaterThan(50)
  for (const text of texts) expect(asciiDigits(text)).toBe('1234567890')
})

test('leaves everything else unchanged', () => {
  for (const text of ['', '+91-98', 'x²½Ⅳ四', '😀']) expect(asciiDigits(text)).toBe(text)
})
