// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { createMailboxJob } from '../../server/mail/job'
import { framedDocument, textWithLinks } from '../../standalone/dev/mailbox/mail-view'
import { fetchMails } from '../../standalone/dev/mailbox/mails'
import { mailTo, minute, start } from '../support/outbox'

const page = readFileSync('standalone/dev/mailbox/index.html', 'utf8')

test('the mailbox shows what a command left for a server to deliver', async () => {
  const data = emptyMemoryData()
  const store = createMemoryStore(data)
  data.mails.push(mailTo('ada@example.test'))
  expect(await store.listCapturedMails(10)).toEqual([])
  const now = new Date(start.getTime() + minute)
  for (const task of await createMailboxJob({ store, clock: () => now }).take(10)) await task.run()
  expect((await store.listCapturedMails(10)).map(({ to }) => to)).toEqual(['ada@example.test'])
})

test('the mailbox shows the newest mail or the chosen one, as text, and goes on after a failure', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  // It listens for as long as its page is there, and other tests of this worker have the same window.
  vi.stubGlobal('addEventListener', () => {})
  vi.spyOn(document, 'addEventListener').mockImplementation(() => {})
  window.happyDOM.settings.enableIframePageLoading = true
  window.happyDOM.settings.navigation.disableChildFrameNavigation = true
  document.body.innerHTML = /<body>(.*)<noscript>/s.exec(page)?.[1] ?? ''
  const part = (id: string) => document.querySelector<HTMLElement>(`#${id}`)
  const mail = (subject: string, papers: string[] = []) => ({
    ...{ to: 'ada@example.test', text: '', html: '', files: [], papers, subject },
    at: '2026-01-02T03:04:05Z',
  })
  const older = mail('<b>Older</b>')
  const mails = [mail('Newer', ['inv_1']), older, { ...older, text: 'of another mail' }]
  const headers = { date: 'Fri, 02 Jan 2026 04:30:00 GMT' }
  let answer = () => Response.json(mails, { headers })
  vi.stubGlobal('fetch', async () => answer())
  await import('../../standalone/dev/mailbox/main')
  await vi.waitFor(() => expect(part('subject')?.textContent).toBe('Newer'))
  expect(part('files')?.hidden).toBe(false)
  document.querySelectorAll<HTMLElement>('#list button')[1]?.click()
  expect([part('subject')?.textContent, part('files')?.hidden]).toEqual(['<b>Older</b>', true])
  const marked = [...document.querySelectorAll('[aria-current] .item-subject')]
  expect(marked.map(({ textContent }) => textContent)).toEqual(['<b>Older</b>'])
  // It was written today.
  expect(document.querySelector('#list time')?.textContent).toMatch(/^\d+:04/)
  expect(part('mailbox')?.dataset).toMatchObject({ state: 'mails', reading: 'yes' })
  part('back')?.click()
  expect(part('mailbox')?.dataset).not.toHaveProperty('reading')
  const focused = () => document.activeElement?.querySelector('.item-subject')?.textContent
  expect(focused()).toBe('<b>Older</b>')
  document.querySelector<HTMLElement>('input[name="part"][value="text"]')?.click()
  expect([part('text')?.hidden, part('html')?.hidden]).toEqual([false, true])

  answer = () => new Response('', { status: 500 })
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(part('failure')?.hidden).toBe(false))
  expect(part('failure')?.textContent).toContain('The server answered with an error (500).')
  answer = () => Response.json([mail('Newest'), ...mails])
  part('try-again')?.click()
  await vi.waitFor(() => expect(part('failure')?.hidden).toBe(true))
  expect([part('count')?.textContent, part('subject')?.textContent]).toEqual(['4', '<b>Older</b>'])
  expect(focused()).toBe('<b>Older</b>')

  document.querySelectorAll<HTMLElement>('#list button')[1]?.click()
  const asked = vi.fn(async (_address: string) => Response.json({ name: 'Receipt 1', pdf: 'JQ==' }))
  vi.stubGlobal('fetch', asked)
  // happy-dom would go to the file.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  part('files button')?.click()
  await vi.waitFor(() => expect(part('files a')).toMatchObject({ download: 'Receipt 1.pdf' }))
  expect(asked.mock.calls).toEqual([['/dev/mailbox.json?paper=inv_1']])
})

test.each([
  [() => new Response('', { status: 404 }), 'This server has no mailbox: it sends its mails for'],
  [() => Promise.reject(new Error()), "The server can't be reached. Is it running?"],
  [() => Response.json([{}]), "The server's answer is not a list of mails."],
])('the mailbox says why it shows no mails: %#', async (answer, text) => {
  vi.stubGlobal('fetch', async () => answer())
  await expect(fetchMails()).rejects.toThrow(text)
})

test('the text of a mail is never markup, and its HTML has the theme of the page', () => {
  document.body.replaceChildren(...textWithLinks('<b>Acme</b> https://a.example/<i>"x'))
  expect(document.querySelector('b, i')).toBe(null)
  expect(document.querySelector('a')).toMatchObject({ href: 'https://a.example/', rel: 'noopener' })
  const html = '<style>@media (prefers-color-scheme: dark) {}</style>'
  expect(framedDocument(html, 'light')).toContain('@media not all {')
  expect(framedDocument(html, 'dark')).toContain('@media all {')
  // The frame's sandbox lets a link open nothing but a new tab.
  expect(framedDocument(html, 'light')).toContain('<base target="_blank">')
})
