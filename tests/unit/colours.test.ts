import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

// Not those for more contrast, which mails don't have.
const [usual = ''] = read('src/tokens.css').split('@media (prefers-contrast')
/** The tokens' colours in light and dark, by name. */
const tokens = Object.fromEntries(
  Array.from(
    usual.matchAll(/--([\w-]+): (?:light-dark\()?(#\w{6})(?:, (#\w{6})\))?;/g),
    (match) => {
      const [, name = '', light, dark = light] = match
      return [name, { light, dark }]
    },
  ),
)
const light = (name: string) => tokens[name]?.light
const coloursIn = (text: string) =>
  Array.from(text.matchAll(/#[\da-f]{6}\b/gi), ([colour]) => colour)

/** What can't read custom properties: mails, icons, the browser's bars, the provider's checkout. */
test.each([
  ['src/billing/checkout/razorpay.ts', [light('brand-500')]],
  ['src/ui/Logo.tsx', [light('brand-400'), light('brand-500'), light('brand-700')]],
  ['public/icon.svg', [light('brand-400'), light('brand-500'), light('brand-700')]],
  ['index.html', [light('canvas')]],
  ['public/manifest.webmanifest', [light('canvas'), light('canvas')]],
])("the colours of %s are the tokens'", (path, colours) => {
  expect(coloursIn(read(path).toLowerCase())).toEqual(colours)
})

test('styles and code use the same width for the sidebar', () => {
  const [, width] = /--breakpoint-xl: (\d+px)/.exec(read('src/design.css')) ?? []
  expect(width).toBe('1200px')
  expect(read('src/shell/DashboardLayout.tsx')).toContain(`(min-width: ${width})`)
})
