import { expect, test } from 'vitest'
import { requireFullName } from '../../server/people/person'

const scotland = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'

test.each([
  [' Ada  Lovelace ', 'Ada Lovelace'],
  ['Ada\tLovelace\u2028', 'Ada Lovelace'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['❤️ Ada', '❤️ Ada'],
  [scotland, scotland],
  ['葛\u{e0100}城', '葛\u{e0100}城'],
  ['ᠰᠠᠶᠢᠬ\u180eᠠᠨ', 'ᠰᠠᠶᠢᠬ\u180eᠠᠨ'],
  // Copied texts hold what nobody sees.
  ['\u2068Ada\u2069 Love\u00adlace\u200f', 'Ada Lovelace'],
  ['\ufeffOper\u200bator\u2060', 'Operator'],
  ['\u200dAda\u200c B\u200d', 'Ada B'],
  ['രാമന്\u200d', 'രാമന്\u200d'],
])('the name %j is kept as %j', (typed, kept) => {
  expect(requireFullName(typed)).toBe(kept)
})

test('a name of which nothing shows is refused, and one of more than 200 characters', () => {
  const empty = ['', ' \t', '\u200b\u200d', '\u2060', '\u3164', '\u2800', '\u0301', '\u202e']
  for (const name of empty)
    expect(() => requireFullName(name)).toThrow('Please enter your full name.')
  expect(requireFullName('x'.repeat(200))).toHaveLength(200)
  expect(() => requireFullName('x'.repeat(201))).toThrow('at most 200 characters')
})

test.each([
  ...['\u001b[31mAda', 'Oper\u2063ator', 'Oper\u034fator', 'Operator\u3164', 'Operator\u2800'],
  ...['Operator\u{e0041}', 'Ada\u0000', 'Ada\u0085'],
])('a name with a character that doesn’t show, %j, is refused', (name) => {
  expect(() => requireFullName(name)).toThrow('This name has characters that don’t show.')
})
