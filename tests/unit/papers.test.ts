import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test, vi } from 'vitest'
import { runsOf } from '../../server/billing/papers/fonts'
import { looks, makePdf } from '../../server/billing/papers/pdf'
import { unpackedFonts } from '../../server/billing/papers/unpacked-fonts'
import { readInstalledFont } from '../../server/node/installed-fonts'

async function pagesOf(lines: readonly string[], foot?: string): Promise<string[]> {
  const about = { title: 'Receipt 7', product: 'Orglens', at: new Date('2026-11-23T08:00:00Z') }
  const columnOf = (text: string) => ({ at: 0, width: 1, parts: [{ text, look: looks.text }] })
  const pdf = await makePdf(readInstalledFont, about, (sheet) => {
    for (const text of lines) sheet.row(columnOf(text))
    if (foot) sheet.foot(columnOf(foot))
  })
  const { text } = await extractText(await getDocumentProxy(pdf))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

test('a font that could not be read is read again by the next paper', async () => {
  const read = vi.fn(() => Promise.reject(new Error('busy')))
  const readFont = unpackedFonts(read)
  for (const _paper of [1, 2]) await expect(readFont('font')).rejects.toThrow('busy')
  expect(read).toHaveBeenCalledTimes(2)
})

test('what belongs to a letter is written by the same font: a joiner, and a mark', () => {
  for (const text of ['क्\u200dष', 'क\u0301']) {
    expect(runsOf(text, 400).map((run) => run.text)).toEqual([text])
  }
})

test('a paper goes on on a second page, and each page has the number', async () => {
  const lines = Array.from({ length: 70 }, (_, index) => `Line ${index + 1}.`)
  const [first = '', second = '', ...more] = await pagesOf([lines.join('\n')])
  expect(more).toEqual([])
  expect(first).toContain('Line 1. Line 2. ')
  expect(first).toContain('Receipt 7 Page 1 of 2')
  // The last line that fits above it.
  expect(first).toContain('Line 45. Receipt 7')
  expect(second).toContain('Line 70. Receipt 7 Page 2 of 2')
})

test('the foot of a paper stays above the number of the page, on another one if this is full', async () => {
  for (const pageOfFoot of [0, 1]) {
    const lines = Array.from({ length: 40 + 3 * pageOfFoot }, (_, index) => `Line ${index + 1}.`)
    const pages = await pagesOf(lines, 'The first of its notes.\nThe last of its notes.')
    expect(pages.findIndex((page) => page.includes('The first of its notes.'))).toBe(pageOfFoot)
    expect(pages).toHaveLength(pageOfFoot + 1)
  }
})

test('a paper writes Latin, Greek, Cyrillic and India’s scripts, and breaks a word that is too long', async () => {
  const names = ['Łódź ₹ Việt', 'Ακμή', 'Акме', 'भारत', 'বাংলা', 'தமழ', 'తలగ', 'ಕನನಡ', 'ലക്ഷ്മി']
  // With time that grows by the cube of the length this would take longer than a test may.
  const long = 'W'.repeat(2_000)
  const pages = (await pagesOf([...names, long])).join(' ')
  for (const name of names) expect(pages).toContain(name)
  expect(pages.replace(/ |Receipt 7 Page \d of \d/g, '')).toContain(long)
})
