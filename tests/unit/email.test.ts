import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailTo } from '../../server/mail/outbox'
import { emailKey, isEmailAddress, mailboxOf, requireEmailAddress } from '../../server/people/email'
import { numRuns } from '../support/property-runs'

test.each([
  ...['ada.lovelace+news@mail.example.co.uk', "o'brien@example.test", 'a@b.cd', 'zoë@exämple.test'],
  ...['1234@1234.example.test', '用户@例子.世界', 'संपर्क@उदाहरण.भारत', 'ติดต่อ@example.test'],
  ...['मीरा@ශ\u0dca\u200dර\u0dd3.test', 'مینا@نامه\u200cای.test', 'zoe\u0308@exa\u0308mple.test'],
  ...['ada@xn--exmple-cua.test', `${'a'.repeat(64)}@example.test`],
])('%j is an address', (address) => {
  expect(isEmailAddress(address)).toBe(true)
})

test.each([
  ...['', '@', 'ada', 'ada@', '@example.test', 'ada@localhost', 'ada@example.test.', 'ada@.test'],
  ...['ada@example..test', 'ada@-example.test', 'ada@example-.test', 'ada@example.123'],
  ...['ada@127.0.0.1', '.ada@example.test', 'ada.@example.test', 'ada..lovelace@example.test'],
  ...['ada lovelace@example.test', 'ada@exam ple.test', 'ada@grace@example.test'],
  ...['Ada <ada@example.test>', 'ada@example.test, grace@example.test', 'ada@example.test\n'],
  ...['ada\r\nBcc: all@example.test', 'ada@example.test\u0000', `${'a'.repeat(65)}@example.test`],
  ...[`ada@${'a'.repeat(64)}.test`, `ada@${'a.'.repeat(130)}test`, `ada@${'ü'.repeat(63)}.test`],
  // Nobody could be told apart from them, or be delivered to.
  ...['ada@example.①②', 'ada@a\u200db.test', '\u0301ada@example.test'],
])('%j is not an address', (address) => {
  expect(isEmailAddress(address)).toBe(false)
  expect(() => requireEmailAddress(address)).toThrow('Please enter a valid email address.')
})

test("letter case and encoding don't make another user", () => {
  expect(emailKey(' Ada@EXAMPLE.test ')).toBe(emailKey('ada@example.test'))
  expect(emailKey('zoe\u0308@example.test')).toBe(emailKey('ZO\u00cb@example.test'))
  expect(emailKey('ada@example.test')).not.toBe(emailKey('grace@example.test'))
})

test.each([
  ['ada@straße.test', 'ada@xn--strae-oqa.test'],
  ['ada@strasse.test', 'ada@strasse.test'],
  // As the table has it, whatever a language's lower case would be.
  ['ada@example.ΕΛΛΑΣ', 'ada@example.xn--mxahsa5b'],
  ['\u212aelvin@example.test', 'kelvin@example.test'],
  ['STRAẞE@example.test', 'straße@example.test'],
  ['ada@ｂａｎｋ.test', 'ada@bank.test'],
])('the one form of %s is %s', (typed, form) => {
  expect(emailKey(typed)).toBe(form)
})

test('mails go to the form that addresses are compared by', () => {
  const services = { clock: () => new Date(), mail: { captures: true } }
  const content = { subject: '', text: '', html: '' }
  const mail = mailTo(services, { id: null, email: 'Ada@Straße.test' }, content)
  expect(mail.to).toBe('ada@xn--strae-oqa.test')
})

test('a stored address still is the same user', () => {
  const check = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    expect(emailKey(emailKey(text))).toBe(emailKey(text))
  })
  fc.assert(check, { numRuns: numRuns(1_000) })
})

test.each([
  ['ada@example.test', 'ada@example.test'],
  ['ada+news@example.test', 'ada@example.test'],
  ['ada+one+two@example.test', 'ada@example.test'],
  ['+ada@example.test', '+ada@example.test'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
