// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { createMailboxJob } from '../../server/mail/job'
import { renderMailList } from '../../standalone/dev/mailbox/mail-list'
import { framedDocument, textWithLinks } from '../../standalone/dev/mailbox/mail-view'
import { fetchMails } from '../../standalone/dev/mailbox/mails'
import { formatFullTime, formatShortTime } from '../../standalone/dev/mailbox/times'
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

test('the subject of a mail is never markup, and a new mail leaves the focus where it is', () => {
  const [html = ''] = /<template id="list-item">.*?<\/template>/s.exec(page) ?? []
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

test('the mailbox says why it shows no mails', async () => {
  const headers = { date: start.toUTCString() }
  const fetched = vi.fn<typeof fetch>(async () => Response.json([], { headers }))
  vi.stubGlobal('fetch', fetched)
  const answers: [Response, string][] = [
    [new Response('', { status: 404 }), 'This server has no mailbox: it sends its mails for real.'],
    [new Response('', { status: 500 }), 'The server answered with an error (500).'],
    [Response.json({}), "The server's answer is not a list of mails."],
  ]
  for (const [answer, text] of answers) {
    fetched.mockResolvedValueOnce(answer)
    await expect(fetchMails()).rejects.toThrow(text)
  }
  fetched.mockRejectedValueOnce(new TypeError())
  await expect(fetchMails()).rejects.toThrow("The server can't be reached. Is it running?")
  expect(await fetchMails()).toEqual({ mails: [], now: new Date(start.toUTCString()) })
  expect(fetched).toHaveBeenLastCalledWith('/dev/mailbox.json', { cache: 'no-store' })
})

test('the mailbox shows the newest mail or the chosen one, and goes on after a failure', async () => {
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
  const mails = [mail('Newer', ['inv_1']), mail('Older')]
  let answer = () => Response.json(mails)
  vi.stubGlobal('fetch', async () => answer())
  await import('../../standalone/dev/mailbox/main')
  await vi.waitFor(() => expect(part('subject')?.textContent).toBe('Newer'))
  expect(part('files')?.hidden).toBe(false)
  document.querySelectorAll<HTMLElement>('#list button')[1]?.click()
  expect([part('subject')?.textContent, part('files')?.hidden]).toEqual(['Older', true])
  const marked = [...document.querySelectorAll('[aria-current] .item-subject')]
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Older'])

  answer = () => new Response('', { status: 500 })
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(part('failure')?.hidden).toBe(false))
  expect(part('failure')?.textContent).toContain('The server answered with an error (500).')
  answer = () => Response.json([mail('Newest'), ...mails])
  part('try-again')?.click()
  await vi.waitFor(() => expect(part('failure')?.hidden).toBe(true))
  expect([part('count')?.textContent, part('subject')?.textContent]).toEqual(['3', 'Older'])
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
