import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const coloursOf = (path: string) =>
  (readFileSync(path, 'utf8').match(/#[0-9a-f]{6}\b/gi) ?? []).map((colour) => colour.toLowerCase())

/** What can't read custom properties: mails, icons, the browser's bars, the provider's checkout. */
test.each([
  'index.html',
  'public/icon.svg',
  'public/manifest.webmanifest',
  'server/mail/letter.ts',
  'src/billing/checkout/checkout.ts',
  'src/ui/Logo.tsx',
  'src/ui/theme.ts',
])('%s repeats colours of src/tokens.css only', (path) => {
  const colours = coloursOf(path)
  expect(colours.length).toBeGreaterThan(0)
  expect(colours.filter((colour) => !coloursOf('src/tokens.css').includes(colour))).toEqual([])
})
