// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { parseEmails } from '../../src/team/parse-emails'
import { nameOf, peopleText } from '../../src/team/team-rows'
import { teamExample, teamMember } from '../support/team-examples'

const addresses = (text: string) => parseEmails(text).map(({ address }) => address)
const doubtful = (address: string) => parseEmails(address).map((email) => email.doubtful)

test.each([
  ' ada@example.test ,grace@example.test,, ,\tlin@example.test\n',
  'Ada <ada@example.test>; grace@example.test; ; lin@example.test;',
  'ada@example.test；grace@example.test、lin@example.test，',
])('the addresses in %j are separated, without spaces and empty entries', (text) => {
  expect(addresses(text)).toEqual(['ada@example.test', 'grace@example.test', 'lin@example.test'])
})

test('addresses are unique, as first typed, ignoring letter case', () => {
  const found = addresses('Ada@Example.test,ada@example.test,x,ADA@EXAMPLE.TEST,X')
  expect(found).toEqual(['Ada@Example.test', 'x'])
  expect(addresses(' , ,, ')).toEqual([])
})

test.each([
  ...['ada', 'ada@', '@example.test', 'ada@example..test', 'ada lovelace@example.test'],
  'Ada <ada>',
])('%j is a doubtful address', (address) => {
  expect(doubtful(address)).toEqual([true])
})

test.each([
  ...['ada.lovelace+news@mail.example.co.uk', "o'brien@example.test", 'zoë@exämple.test'],
  ...['Ada <ada@example.test>', 'mailto:ada@example.test'],
])('%j is no doubtful address', (address) => {
  expect(doubtful(address)).toEqual([false])
})

test('unfinished input is not doubtful yet; input before a comma is', () => {
  const typed = (text: string) => parseEmails(text, true).map((email) => email.doubtful)
  expect(typed('a')).toEqual([false])
  expect(typed('x, ada@exam')).toEqual([true, false])
  expect(typed('x, a,')).toEqual([true, true])
  expect(typed('x, x')).toEqual([true])
})

test('people are counted with their admins, and who has no name is called by the address', () => {
  const [ada, ravi] = [teamMember('Ada', { is_organization_admin: true }), teamMember('Ravi')]
  const textOf = (...members: (typeof ada)[]) => peopleText({ ...teamExample(), members })
  expect(textOf(ada, ravi)).toBe('2 people, 1 of them an admin')
  expect(textOf(ada)).toBe('1 person')
  expect(nameOf({ member: { ...ada, full_name: '' } })).toBe('ada@acme.test')
})
