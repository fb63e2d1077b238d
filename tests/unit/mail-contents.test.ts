import { describe, expect, test } from 'vitest'
import { emailChangedMail, passwordResetMail } from '../../server/auth/mails'
import type { MailContent } from '../../server/store/outgoing-mail'
import { invitationMail } from '../../server/team/mails'
import { factorMail } from '../../server/two-factor/mails'
import { faultsOfMail } from '../support/written-texts'

const link = 'https://app.example/invite/t0ken?a=1&b=2'

/** @returns what writes a mail of a kind, of which a test may change some facts. */
const writing =
  <Facts extends object>(write: (facts: Facts) => MailContent, usual: NoInfer<Facts>) =>
  (changes: Partial<Facts> = {}) =>
    write({ ...usual, ...changes })

const recipient = { productName: 'Orglens', fullName: 'Ada Lovelace' }
const firefox = { browser: 'Firefox on Windows', network: '203.0.113.7' }
const invitation = writing(invitationMail, {
  productName: 'Orglens',
  organisationName: 'Acme Analytics',
  invitedBy: 'Ada Lovelace',
  link,
  expiresInDays: 7,
})
const reset = writing(passwordResetMail, { ...recipient, link, expiresInMinutes: 60 })
const secondFactor = writing(factorMail, {
  ...recipient,
  event: { kind: 'second-factor-set', undo: null },
  requestOrigin: null,
})
const changed = writing(emailChangedMail, {
  ...recipient,
  ...firefox,
  newEmail: 'ada@new.example',
  undo: null,
  at: new Date('2026-11-14T09:30:00Z'),
})

test("a password reset says what to do, how long the link works, and what to do if it wasn't you", () => {
  const mail = reset()
  expect(mail.subject).toBe('Set a new password for Orglens')
  for (const words of ['Hello Ada Lovelace,', link, '1 hour', "If it wasn't you"])
    expect(mail.text).toContain(words)
  expect(reset({ expiresInMinutes: 45 }).text).toContain('45 minutes')
})

test.each([
  [{ kind: 'second-factor-set', undo: null }, 'Two-factor authentication was set up'],
  [{ kind: 'codes-refused', requestKind: 'password' }, "'Forgot password' still works"],
  [{ kind: 'codes-refused', requestKind: 'session' }, 'Someone who is signed in to your account'],
  [{ kind: 'recovery-code-used', left: 1 }, '1 is left'],
  [
    { kind: 'second-factor-reset', adminName: null },
    'The operator switched your two-factor authentication off',
  ],
] as const)(
  'the notice of a second factor says what was done, and what to do: %j',
  (event, words) => {
    const requestOrigin = { ...firefox, at: new Date('2026-11-22T16:05:00Z') }
    const mail = secondFactor({ event, requestOrigin })
    expect(`${mail.subject} ${mail.text}`).toContain(words)
    expect(mail.text).toMatch(/If (it wasn't you|you didn't ask for that)/)
    expect(mail.text).toContain(
      'on 22 November 2026 at 16:05 UTC, in this browser: Firefox on Windows, from the network 203.0.113.7.',
    )
    expect(secondFactor({ event, requestOrigin: null }).text).not.toContain('browser')
  },
)

const mails: [string, (name: string) => MailContent][] = [
  ['invitation', (name) => invitation({ organisationName: name, invitedBy: name })],
  ['password reset', (name) => reset({ fullName: name })],
  ['changed address', (name) => changed({ fullName: name })],
  [
    'second factor',
    (name) =>
      secondFactor({ fullName: name, event: { kind: 'second-factor-reset', adminName: name } }),
  ],
]

describe.each(mails)('user input in the mail of the %s', (_name, write) => {
  test('is never markup', () => {
    const mail = write(`"><img src=x onerror=alert(1)>'&`)
    expect(mail.html).not.toContain('<img')
    expect(mail.html).not.toContain('">&lt;')
    expect(faultsOfMail(mail)).toEqual([])
    expect(mail.text).toContain(`"><img src=x onerror=alert(1)>'&`)
  })

  test('never breaks the subject or a line of the text', () => {
    const mail = write('Ada\r\nBcc: all@evil.example\u2028\u0000\u202eLovelace')
    expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
    expect(mail.text).not.toMatch(/^Bcc/m)
    expect(mail.text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
  })

  test('is truncated if it is longer than a name', () => {
    const mail = write('😀'.repeat(5000))
    expect(mail.subject.length).toBeLessThan(300)
    expect(mail.text.isWellFormed()).toBe(true)
    expect(mail.text).toContain(`${'😀'.repeat(59)}…`)
    expect(mail.text).not.toContain('😀'.repeat(60))
  })

  test('never becomes a link in the reader’s mail program', () => {
    const mail = write('Visit https://evil.example/now or www.evil.example')
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toMatch(/evil\.example|www\.evil|https:\/\/evil/)
    }
    const fullWidth = write('Visit evil\uff0eexample or evil\u3002example, ada\uff20evil.example')
    for (const part of [fullWidth.subject, fullWidth.text, fullWidth.html]) {
      expect(part).not.toMatch(/evil[.\uff0e\u3002]example|\uff20evil/)
    }
    expect(`${mail.text}${fullWidth.text}`).not.toMatch(/\p{Cf}|\p{Cn}/u)
  })

  test('stays unchanged in every script and with its punctuation', () => {
    const names = [
      'Ørsted A/S',
      'Ακμή Αναλυτική',
      '株式会社 分析',
      'O’Brien & Sons Ltd.',
      '👩‍💻 Lab',
    ]
    for (const name of names) {
      const { text, html } = write(name)
      expect(text).toContain(name)
      expect(html.replaceAll('<wbr>', '')).toContain(name.replace('&', '&amp;'))
    }
  })
})

test('the HTML is a whole document for light and dark', () => {
  const { html } = invitation()
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
})

test.each([
  'evil.example@x',
  'www.evil.example@evil.test',
  'https//evil.example@evil.test',
  `${'a'.repeat(64)}@${'b'.repeat(60)}.evil.test`,
])('the new address %s is told as it is, and is no link in HTML', (newEmail) => {
  const mail = changed({ newEmail })
  for (const part of [mail.subject, mail.html]) {
    expect(part).not.toMatch(/evil\.[a-z]|www\.[a-z]|[a-z]@[a-z]|\/\/evil/)
  }
  expect(mail.text).toContain(newEmail)
  expect(mail.text).not.toMatch(/\p{Cf}/u)
})
