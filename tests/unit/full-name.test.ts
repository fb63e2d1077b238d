import { expect, test } from 'vitest'
import { requireFullName } from '../../server/domain/person'

test.each([
  [' Ada  Lovelace ', 'Ada Lovelace'],
  ['Ada\r\nLovelace', 'Ada Lovelace'],
  ['Ada\u202eecalevoL', 'Ada ecalevoL'],
  ['\u001b[31mAda', '[31mAda'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['👩‍💻', '👩‍💻'],
])('the name %j is kept as %j', (typed, kept) => {
  expect(requireFullName(typed)).toBe(kept)
})

test.each(['', ' \t', '\u200b\u200d', '\u2060', '\u3164', '\u2800', '\u0301', '\u202e'])(
  'a name of which nothing shows, %j, is refused',
  (name) => {
    expect(() => requireFullName(name)).toThrow('Please enter your full name.')
  },
)
