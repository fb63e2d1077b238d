// @vitest-environment happy-dom

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSite } from '../../server/node/site/site'
import { invitationMail } from '../../server/team/mails'
import { framedDocument, offerFiles, textWithLinks } from '../../standalone/dev/mailbox/mail-view'
import { fetchMails } from '../../standalone/dev/mailbox/mails'
import { formatShortTime } from '../../standalone/dev/mailbox/times'
import { newFolder } from '../support/folders'

const link = 'https://app.example/invite/t0ken'
const mail = invitationMail({
  productName: 'Orglens',
  organisationName: '<b>Acme</b>',
  invitedBy: 'Ada Lovelace',
  link,
  expiresInDays: 7,
})

afterEach(() => vi.unstubAllGlobals())

describe('the text of a mail', () => {
  test('turns addresses into links that open in a new tab', () => {
    const nodes = textWithLinks(mail.text)
    const links = nodes.filter((node) => typeof node !== 'string')
    expect(links.map(({ href, target }) => [href, target])).toEqual([[link, '_blank']])
    expect(nodes.map((node) => (typeof node === 'string' ? node : node.textContent)).join('')).toBe(
      mail.text,
    )
  })

  test('is never markup', () => {
    document.body.replaceChildren(...textWithLinks('<b>Acme</b> https://a.example/<i>"x'))
    expect(document.querySelector('b, i')).toBe(null)
    expect(document.querySelector('a')?.href).toBe('https://a.example/')
  })
})

describe('the HTML of a mail', () => {
  test('opens its links in new tabs', () => {
    const shown = new DOMParser().parseFromString(framedDocument(mail.html, 'light'), 'text/html')
    expect(shown.querySelector('base')?.target).toBe('_blank')
    expect([...shown.querySelectorAll('a')].map(({ href }) => href)).toEqual([link, link])
    expect(shown.querySelector('h1 b')).toBe(null)
  })

  test("uses the page's theme, not the system’s", () => {
    const [light, dark] = [framedDocument(mail.html, 'light'), framedDocument(mail.html, 'dark')]
    expect(light).toContain('@media not all {')
    expect(dark).toContain('@media all {')
    expect(light + dark).not.toContain('prefers-color-scheme')
  })
})

test('the file of a mail can be saved, and goes with it', async () => {
  const place = document.createElement('p')
  const made: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob)
    return 'blob:receipts'
  })
  offerFiles(place, [{ name: 'receipts.csv', type: 'text/csv', text: 'Plan\r\n' }])
  const link = place.querySelector('a')
  const shown = [place.hidden, link?.href, link?.download, link?.textContent]
  expect(shown).toEqual([false, 'blob:receipts', 'receipts.csv', 'receipts.csv'])
  expect([made[0]?.type, await made[0]?.text()]).toEqual(['text/csv', 'Plan\r\n'])
  offerFiles(place, [])
  expect(place.hidden).toBe(true)
})

test('a mail of today has its time, one of the same day a month or a year ago its day', () => {
  const now = new Date('2026-11-12T16:21:00')
  const shortTimeOf = (text: string) => {
    const element = document.createElement('time')
    const at = new Date(text).toISOString()
    formatShortTime(element, at, now)
    expect(element.dateTime).toBe(at)
    return element.textContent
  }
  expect(shortTimeOf('2026-11-12T09:30:00')).toBe('9:30 AM')
  expect(shortTimeOf('2026-11-11T16:21:00')).toBe('Nov 11')
  expect(shortTimeOf('2026-10-12T16:21:00')).toBe('Oct 12')
  expect(shortTimeOf('2025-11-12T16:21:00')).toBe('Nov 12')
})

describe('the list of mails', () => {
  const date = 'Mon, 02 Nov 2026 09:00:00 GMT'
  const answer = (body: BodyInit, status = 200) =>
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { date } }))

  test("shows the server's answer, by the server's clock", async () => {
    const captured = { to: 'ada@x.test', ...mail, files: [], at: '2026-11-02T08:00:00.000Z' }
    answer(JSON.stringify([captured]))
    expect(await fetchMails()).toEqual({ mails: [captured], now: new Date(date) })
  })

  test.each([
    ['a page of HTML', '<!doctype html>', 200, 'not a list of mails'],
    ['mails of another form', '[{"to":"ada@x.test"}]', 200, 'not a list of mails'],
    ['that it sends mails', '{}', 404, 'sends its mails for real'],
    ['an error', '{}', 500, 'error (500)'],
  ])('reports the error if the server answers %s', async (_what, body, status, message) => {
    answer(body, status)
    await expect(fetchMails()).rejects.toThrow(message)
  })

  test('reports it if the server is not there', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(fetchMails()).rejects.toThrow("can't be reached")
  })
})

test('the page answers with and without its slash, and is the only one to allow inline styles', async () => {
  const directory = newFolder()
  for (const path of ['.', 'dev/mailbox', 'sample-analytics']) {
    mkdirSync(join(directory, path), { recursive: true })
    const settings = path === '.' ? '<script type="application/json" id="settings">{}</script>' : ''
    const html = `<title>${path}</title>${settings}`
    writeFileSync(join(directory, path, 'index.html'), html)
  }
  const site = createSite(directory, {})
  const styles = async (path: string) => {
    const response = await site.request(path)
    const policy = response.headers.get('content-security-policy')
    return [await response.text(), policy?.match(/style-src[^;]*/)?.[0]]
  }
  for (const path of ['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox/index.html']) {
    const [text, policy] = await styles(path)
    expect(text).toContain('<title>dev/mailbox</title>')
    expect(policy).toBe("style-src 'self' 'unsafe-inline'")
  }
  for (const path of ['/', '/sample-analytics', '/acme']) {
    expect((await styles(path))[1]).toBe("style-src 'self'")
  }
})
