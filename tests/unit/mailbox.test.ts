// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { createMailboxJob } from '../../server/mail/job'
import { renderMailList } from '../../standalone/dev/mailbox/mail-list'
import { framedDocument, textWithLinks } from '../../standalone/dev/mailbox/mail-view'
import { formatFullTime, formatShortTime } from '../../standalone/dev/mailbox/times'
import { mailTo, minute, start } from '../support/outbox'

test('the mailbox shows what a command left for a server to deliver', async () => {
  const data = emptyMemoryData()
  const store = createMemoryStore(data)
  data.mails.push(mailTo('ada@example.test'))
  expect(await store.listCapturedMails(10)).toEqual([])
  const now = new Date(start.getTime() + minute)
  for (const task of await createMailboxJob({ store, clock: () => now }).take(10)) await task.run()
  expect((await store.listCapturedMails(10)).map(({ to }) => to)).toEqual(['ada@example.test'])
})

test('the subject of a mail is never markup, and a new mail leaves the focus where it is', () => {
  const [html = ''] =
    /<template id="list-item">.*?<\/template>/s.exec(
      readFileSync('standalone/dev/mailbox/index.html', 'utf8'),
    ) ?? []
  document.body.innerHTML = `${html}<ul id="list"></ul>`
  const subject = '<b>Acme</b> & you'
  const mail = { to: 'ada@example.test', subject, text: '', html: '', files: [], papers: [] }
  const older = { ...mail, at: '2026-01-02T03:04:05Z' }
  const choose = vi.fn()
  renderMailList([older], start, choose)
  document.querySelector('button')?.focus()
  renderMailList([{ ...mail, at: '2026-01-02T03:04:06Z' }, older], start, choose)
  const [, second] = document.querySelectorAll('button')
  expect(document.activeElement).toBe(second)
  expect(second?.querySelector('.item-subject')?.textContent).toBe(subject)
  second?.click()
  expect(choose).toHaveBeenCalledExactlyOnceWith(second?.dataset.key)
})

test('the text of a mail is never markup, and its HTML has the theme of the page', () => {
  document.body.replaceChildren(...textWithLinks('<b>Acme</b> https://a.example/<i>"x'))
  expect(document.querySelector('b, i')).toBe(null)
  expect(document.querySelector('a')?.href).toBe('https://a.example/')
  const html = '<style>@media (prefers-color-scheme: dark) {}</style>'
  expect(framedDocument(html, 'light')).toContain('@media not all {')
  expect(framedDocument(html, 'dark')).toContain('@media all {')
  // The frame's sandbox lets a link open nothing but a new tab.
  expect(framedDocument(html, 'light')).toContain('<base target="_blank">')
})

test('an opened mail says when it was written, a listed one of today the time of day only', () => {
  const time = document.createElement('time')
  formatFullTime(time, '2026-01-02T03:04:05Z')
  expect(time.textContent).toMatch(/2026.*:04:05/)
  const listed = (now: string) => {
    formatShortTime(time, '2026-01-02T12:04:05Z', new Date(now))
    return time.textContent
  }
  expect(listed('2026-01-02T13:00:00Z')).toMatch(/:04/)
  expect(listed('2026-02-02T12:00:00Z')).toMatch(/^(2 Jan|Jan 2)$/)
})
