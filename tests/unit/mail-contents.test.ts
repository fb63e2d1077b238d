import { describe, expect, test } from 'vitest'
import { emailChangedMail, passwordResetMail } from '../../server/auth/mails'
import { deletionMail } from '../../server/organisation/mails'
import type { MailContent } from '../../server/store/outgoing-mail'
import { adminsChangedMail, invitationMail } from '../../server/team/mails'
import { factorMail } from '../../server/two-factor/mails'
import { faultsOfMail } from '../support/written-texts'

const link = 'https://app.example/invite/t0ken?a=1&b=2'

type Facts<Write extends (facts: never) => MailContent> = Partial<Parameters<Write>[0]>
const recipient = { productName: 'Orglens', fullName: 'Ada Lovelace' }
const firefox = { browser: 'Firefox on Windows', network: '203.0.113.7' }
const at = new Date('2026-11-14T09:30:00Z')
const organisation = { organisationName: 'Acme Analytics', invitedBy: 'Ada Lovelace' }
const undo = { link, expiresInDays: 7 }
const undone = { kind: 'second-factor-set', undo: null } as const

const invitation = (changes: Facts<typeof invitationMail> = {}) =>
  invitationMail({ productName: 'Orglens', ...organisation, link, expiresInDays: 7, ...changes })
const reset = (changes: Facts<typeof passwordResetMail> = {}) =>
  passwordResetMail({ ...recipient, link, expiresInMinutes: 60, ...changes })
const secondFactor = (changes: Facts<typeof factorMail>) =>
  factorMail({ ...recipient, event: undone, requestOrigin: null, ...changes })
const changed = (changes: Facts<typeof emailChangedMail>) =>
  emailChangedMail({ ...recipient, ...firefox, newEmail: 'a@b.test', undo: null, at, ...changes })

test("a password reset says what to do, how long the link works, and what to do if it wasn't you", () => {
  const mail = reset()
  expect(mail.subject).toBe('Set a new password for Orglens')
  for (const words of ['Hello Ada Lovelace,', link, '1 hour', "If it wasn't you"])
    expect(mail.text).toContain(words)
  // For programs that show no buttons.
  expect(mail.html).toContain(`>${link.replace('&', '&amp;')}</a>`)
  expect(reset({ expiresInMinutes: 45 }).text).toContain('45 minutes')
})

test.each([
  [undone, 'Ask an admin of your organisation to reset your two-factor authentication'],
  [{ kind: 'second-factor-set', undo }, 'with this link: that switches two-factor'],
  [{ kind: 'passkey-added', name: 'A key', undo: null }, 'Remove the passkey on your profile'],
  [{ kind: 'passkey-added', name: 'A key', undo }, 'with this link: that removes the passkey'],
  [{ kind: 'codes-refused', requestKind: 'password' }, "'Forgot password' still works"],
  [{ kind: 'codes-refused', requestKind: 'session' }, 'Someone who is signed in to your account'],
  [{ kind: 'codes-refused', requestKind: 'link' }, 'Someone opened links from your mailbox'],
  [{ kind: 'recovery-code-used', left: 1 }, '1 is left'],
  [{ kind: 'recovery-code-used', left: 0 }, 'None is left'],
  [{ kind: 'second-factor-reset', adminName: null }, 'The operator switched your two-factor'],
] as const)('the notice of a factor says what was done, and what to do: %j', (event, words) => {
  const mail = secondFactor({ event, requestOrigin: { ...firefox, at } })
  expect(`${mail.subject} ${mail.text}`).toContain(words)
  expect(mail.text).toMatch(/If (it wasn't you|you didn't ask for that)/)
  expect(mail.text).toContain(
    'on 14 November 2026 at 09:30 UTC, in this browser: Firefox on Windows, from the network 203.0.113.7.',
  )
  expect(secondFactor({ event }).text).not.toContain('browser')
})

test.each([
  ['made', 'Ada made Ravi an admin of Acme on Orglens.'],
  ['unmade', 'Ada made Ravi, who was an admin of Acme, a member on Orglens.'],
  ['removed', 'Ada removed Ravi from Acme on Orglens.'],
  ['left', 'Ada left Acme on Orglens.'],
] as const)('admins read who changed what: %s', (change, words) => {
  const names = { organisation: 'Acme', admin: 'Mei', member: 'Ravi', author: 'Ada' }
  const named = change === 'left' ? { ...names, member: 'Ada' } : names
  const { text } = adminsChangedMail('Orglens', change, named)
  expect(text).toContain(words)
  expect(text).toContain('Mei')
})

test('the old address is told how to take the account back: by this link, an earlier one, or the session', () => {
  const withLink = (hasOlder: boolean) => changed({ undo: { ...undo, hasOlder } })
  expect(withLink(false).text).toContain('else is using your account. Set a new password with this')
  expect(withLink(true).text).toContain('about another change. Use the link in that email first')
  expect(changed({}).text).toContain('open your profile and set your own address again')
})

test('only admins read what a deletion does to the plan, and how to keep the organisation', () => {
  const textFor = (isAdmin: boolean, stopsAt: Date | null) => {
    const about = {
      productName: 'Orglens',
      appUrl: 'https://app.example',
      timeZone: 'Asia/Kolkata',
    }
    const facts = { organisationName: 'Acme', requestedBy: 'Ada', dueAt: at, isReminder: false }
    const plan = { name: 'Growth', stopsAt }
    return deletionMail({ ...about, ...facts, to: { fullName: 'Mei', isAdmin }, plan }).text
  }
  expect(textFor(true, null)).toContain("Its renewal couldn't be stopped now, so a charge may come")
  expect(textFor(true, new Date(0))).toContain('will end on 1 January 1970')
  expect(textFor(true, new Date('2030-01-01'))).not.toMatch(/earlier|2030/)
  expect(textFor(false, null)).toContain('It will be deleted on 14 November 2026 at 15:00 (')
  expect(textFor(true, new Date(0))).toContain('It no longer renews.')
  expect(textFor(true, null)).toContain('/dashboard/organisation')
  expect(textFor(false, null)).not.toMatch(/Growth|\/dashboard\/organisation/)
})

const mails: [string, (name: string) => MailContent][] = [
  ['an invitation', (name) => invitation({ organisationName: name, invitedBy: name })],
  ['a password reset', (fullName) => reset({ fullName })],
  ['a changed address', (fullName) => changed({ fullName })],
  [
    'a reset factor',
    (name) => secondFactor({ event: { kind: 'second-factor-reset', adminName: name } }),
  ],
]

describe.each(mails)('a name in the mail of %s', (_mail, write) => {
  test('is never markup, and never breaks the subject or a line of the text', () => {
    const markup = `"><img src=x onerror=alert(1)>'&`
    const mail = write(markup)
    expect(mail.html).not.toMatch(/<img|">&lt;/)
    expect(faultsOfMail(mail)).toEqual([])
    expect(mail.text).toContain(markup)
    const broken = write('Ada\r\nBcc: all@evil.example\u2028\u0000\u202eLovelace')
    for (const text of [broken.subject, broken.text.replaceAll('\n', '')])
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
    expect(broken.text).not.toMatch(/^Bcc/m)
  })

  test('is truncated if it is longer than a name', () => {
    const mail = write('😀'.repeat(5000))
    expect(mail.subject.length).toBeLessThan(300)
    expect(mail.text).toContain(`${'😀'.repeat(59)}…`)
    expect(mail.text).not.toContain('😀'.repeat(60))
  })

  test('never becomes a link in the reader’s mail program', () => {
    // Longer names are cut.
    const mail = write('https://www.evil.example evil\uff0eexample ada\uff20evil.example')
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(/evil[.\uff0e]example|\uff20evil|www\.evil|https:\/\/www/)
    expect(mail.text).not.toMatch(/\p{Cf}|\p{Cn}/u)
  })

  test('stays unchanged in every script and with its punctuation', () => {
    for (const name of ['Ørsted A/S', '株式会社 分析', 'O’Brien & Sons Ltd.', '👩‍💻 Lab']) {
      const { text, html } = write(name)
      expect(text).toContain(name)
      expect(html.replaceAll('<wbr>', '')).toContain(name.replace('&', '&amp;'))
    }
  })
})

test.each([
  'evil.example@x',
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
