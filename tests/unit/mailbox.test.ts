// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { createMailboxJob } from '../../server/mail/job'
import { renderMailList } from '../../standalone/dev/mailbox/mail-list'
import { framedDocument, textWithLinks } from '../../standalone/dev/mailbox/mail-view'
import { keyOf } from '../../standalone/dev/mailbox/mails'
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

test('the text of a mail is never markup, and its HTML has the theme of the page', () => {
  document.body.replaceChildren(...textWithLinks('<b>Acme</b> https://a.example/<i>"x'))
  expect(document.querySelector('b, i')).toBe(null)
  expect(document.querySelector('a')?.href).toBe('https://a.example/')
  const html = '<style>@media (prefers-color-scheme: dark) {}</style>'
  expect(framedDocument(html, 'light')).toContain('@media not all {')
  expect(framedDocument(html, 'dark')).toContain('@media all {')
})

test('the list has today’s times and other days’ dates, and keeps what is there already', () => {
  vi.stubEnv('TZ', 'UTC')
  onTestFinished(() => void vi.unstubAllEnvs())
  document.body.innerHTML = `<template id="list-item">
    <li><button><span class="item-to"></span><b class="item-subject"></b><time></time></button></li>
    </template><ul id="list"></ul>`
  const mailAt = (at: string) => ({
    ...{ to: 'ada@a.test', subject: '', text: at, html: '', files: [], papers: [], at },
  })
  const mails = [mailAt('2026-11-29T09:05:00.000Z'), mailAt('2026-11-28T09:05:00.000Z')]
  const chosen = vi.fn()
  const render = () => renderMailList(mails, new Date('2026-11-29T12:00:00Z'), chosen)
  render()
  const times = [...document.querySelectorAll('time')].map(({ textContent }) => textContent)
  expect(times).toEqual([expect.stringContaining('9:05'), expect.stringMatching(/28/)])
  expect(document.querySelector('.item-subject')?.textContent).toBe('(no subject)')
  const [first] = document.querySelectorAll('button')
  first?.focus()
  first?.click()
  expect(chosen.mock.calls).toEqual([[keyOf(mails[0] ?? mailAt(''))]])
  render()
  expect(document.activeElement).toBe(first)
  mails.unshift(mailAt('2026-11-29T11:00:00.000Z'))
  render()
  expect(document.activeElement).toBe(document.querySelectorAll('button')[1])
})
