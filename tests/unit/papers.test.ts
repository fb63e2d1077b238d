import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { looks, makePdf } from '../../server/billing/papers/pdf'
import { readInstalledFont } from '../../server/node/installed-fonts'

async function pagesOf(lines: readonly string[]): Promise<string[]> {
  const about = { title: 'Receipt 7', product: 'Orglens', at: new Date('2026-11-23T08:00:00Z') }
  const pdf = await makePdf(readInstalledFont, about, (sheet) => {
    for (const text of lines) sheet.row({ at: 0, width: 1, parts: [{ text, look: looks.text }] })
  })
  const { text } = await extractText(await getDocumentProxy(pdf))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

test('a paper goes on on a second page, and each page has the number', async () => {
  const lines = Array.from({ length: 70 }, (_, index) => `Line ${index + 1}.`)
  const [first = '', second = '', ...more] = await pagesOf([lines.join('\n')])
  expect(more).toEqual([])
  expect(first).toContain('Line 1. Line 2. ')
  expect(first).toContain('Receipt 7 Page 1 of 2')
  expect(second).toContain('Line 70. Receipt 7 Page 2 of 2')
})

test('a paper writes Latin, Greek, Cyrillic and India’s scripts, and breaks a word that is too long', async () => {
  const names = ['Łódź ₹ Việt', 'Ακμή', 'Акме', 'भारत', 'বাংলা', 'தமழ', 'తలగ', 'ಕನನಡ', 'ലക്ഷ്മി']
  // With time that grows by the cube of the length this would take longer than a test may.
  const long = 'W'.repeat(2_000)
  const pages = (await pagesOf([...names, long])).join(' ')
  for (const name of names) expect(pages).toContain(name)
  expect(pages.replace(/ |Receipt 7 Page \d of \d/g, '')).toContain(long)
})
