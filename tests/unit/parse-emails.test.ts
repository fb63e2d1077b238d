import { describe, expect, test } from 'vitest'
import { parseEmails, pastedBetween, pastedEmails } from '../../src/team/parse-emails'

const addresses = (text: string) => parseEmails(text).map(({ address }) => address)
const doubtful = (address: string) => parseEmails(address).map((email) => email.doubtful)

describe('the addresses of an invitation', () => {
  test.each([
    ' ada@example.test ,grace@example.test,, ,\tlin@example.test\n',
    'Ada <ada@example.test>; grace@example.test; ; lin@example.test;',
    'ada@example.test；grace@example.test、lin@example.test，',
  ])('in %j are separated, without spaces and empty entries', (text) => {
    const found = ['ada@example.test', 'grace@example.test', 'lin@example.test']
    expect(addresses(text)).toEqual(found)
  })

  test.each(['', ' ', ',', ' , ,, '])('are none in %j', (text) => {
    expect(parseEmails(text)).toEqual([])
  })

  test('are unique, as first typed, ignoring letter case', () => {
    const found = addresses('Ada@Example.test,ada@example.test,x,ADA@EXAMPLE.TEST,X')
    expect(found).toEqual(['Ada@Example.test', 'x'])
  })
})

describe('a doubtful address', () => {
  test.each([
    ...['ada', 'ada@', '@example.test', 'ada@.test'],
    ...['ada@example..test', 'ada lovelace@example.test'],
    'Ada <ada>',
  ])('is %j', (address) => {
    expect(doubtful(address)).toEqual([true])
  })

  test.each([
    ...['ada@example.test', 'ada.lovelace+news@mail.example.co.uk', "o'brien@example.test"],
    ...['zoë@exämple.test', 'Ada <ada@example.test>', 'mailto:ada@example.test'],
  ])('is not %j', (address) => {
    expect(doubtful(address)).toEqual([false])
  })
})

test('unfinished input is not doubtful yet; input before a comma is', () => {
  const typed = (text: string) => parseEmails(text, true).map((email) => email.doubtful)
  expect(typed('a')).toEqual([false])
  expect(typed('x, ada@exam')).toEqual([true, false])
  expect(typed('x, a,')).toEqual([true, true])
  expect(typed('x, x')).toEqual([true])
})

describe('pasted text', () => {
  test.each([
    ['ada@example.test', 'ada@example.test'],
    ['ada@example.test\ngrace@example.test\r\n', 'ada@example.test, grace@example.test'],
    ['ada@example.test;grace@example.test; ', 'ada@example.test, grace@example.test'],
    ['ada@b.test grace@b.test\tlin@b.test', 'ada@b.test, grace@b.test, lin@b.test'],
    ['Ada Lovelace <ada@b.test>, <grace@b.test>', 'ada@b.test, grace@b.test'],
    ['mailto:a@b.test; g\u200b@b.test.', 'a@b.test, g@b.test'],
    ['"Lovelace, Ada" <a@b.test>; "Hopper; Grace"<g@b.test>', 'a@b.test, g@b.test'],
    ['Lovelace, Ada <a@b.test>; Hopper, Grace <g@b.test>', 'a@b.test, g@b.test'],
    ['Ada <a@b.test> Grace <g@b.test>', 'a@b.test, g@b.test'],
    ['Ada\ta@b.test\nGrace\tg@b.test', 'a@b.test, g@b.test'],
    ["a@b.test；'g@b.test'、l@b.test | • j@b.test", 'a@b.test, g@b.test, l@b.test, j@b.test'],
  ])('%j becomes %j', (text, expected) => {
    expect(pastedEmails(text)).toBe(expected)
  })

  test.each([
    ...['ada grace@example.test', 'Ada <ada>', '@example.test', 'ada "the countess'],
    'Ada <ada@example.test',
  ])('%j stays unchanged, so that nothing is lost', (text) => {
    expect(pastedEmails(text)).toBe(text)
  })

  test('keeps unreadable pieces among readable ones', () => {
    const pasted = pastedEmails('Ada <ada@b.test>\nmaybe grace, lin')
    expect(pasted).toBe('ada@b.test, maybe grace, lin')
  })
})

describe('a paste', () => {
  test.each([
    ['lin@b.test', 'ada@example.test', '', ', ada@example.test'],
    ['', 'ada@example.test', 'lin@b.test', 'ada@example.test, '],
    ['lin@b.test', 'ada@example.test', 'joan@b.test', ', ada@example.test, '],
    ['lin@b.test, ', ' ada@example.test\n', ' ,joan@b.test', 'ada@example.test'],
    // Half an address is none: it doesn't become another person's.
    ['grace', 'ada@example.test', '', ', ada@example.test'],
    ['lin@b.test', 'ada; grace', 'x', ', ada, grace, '],
  ])('between %j and, of %j, %j: %j', (before, pasted, behind, expected) => {
    expect(pastedBetween(before, pasted, behind)).toBe(expected)
  })

  test.each([
    ['ada@', 'example.test', ''],
    ['', 'ada', '@example.test'],
    ['a', ' ', 'b'],
    ['a', ', ', 'b'],
  ])('between %j and, of %j, %j may be part of an address', (before, pasted, behind) => {
    expect(pastedBetween(before, pasted, behind)).toBe(pasted)
  })
})
