import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

const [usual = '', more = ''] = read('src/tokens.css').split('@media (prefers-contrast')
/** @returns the tokens' colours in light and dark, by name. */
const tokensOf = (css: string) =>
  Object.fromEntries(
    Array.from(
      css.matchAll(/--([\w-]+): (?:light-dark\()?(#\w{6})(?:, (#\w{6})\))?;/g),
      ([, name = '', light, dark = light]) => [name, { light, dark }],
    ),
  )
// Not those for more contrast, which mails don't have.
const tokens = tokensOf(usual)
const light = (name: string) => tokens[name]?.light
const coloursIn = (text: string) =>
  Array.from(text.matchAll(/#[\da-f]{6}\b/gi), ([colour]) => colour)

const ofMails = ['canvas', 'surface', 'line', 'ink', 'ink-2', 'ink-3', 'accent-text']
const inDark = ofMails.map((name) => tokens[name]?.dark)

/** What can't read custom properties: mails, icons, the browser's bars, the provider's checkout. */
test.each([
  ['src/billing/checkout/razorpay.ts', [light('brand-500')]],
  ['src/ui/Logo.tsx', [light('brand-400'), light('brand-500'), light('brand-700')]],
  ['public/icon.svg', [light('brand-400'), light('brand-500'), light('brand-700')]],
  ['index.html', [light('canvas')]],
  ['server/mail/letter.ts', [...ofMails.map(light), ...inDark, light('brand-500'), '#ffffff']],
  ['public/manifest.webmanifest', [light('canvas'), light('canvas')]],
])("the colours of %s are the tokens'", (path, colours) => {
  expect(coloursIn(read(path).toLowerCase())).toEqual(colours)
})

test('styles and code use the same width for the sidebar', () => {
  const [, width] = /--breakpoint-xl: (\d+px)/.exec(read('src/design.css')) ?? []
  expect(width).toBe('1200px')
  expect(read('src/shell/DashboardLayout.tsx')).toContain(`(min-width: ${width})`)
})

/** Source: the definition of relative luminance in WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each([
  ['usual', usual, 3],
  ['more contrast', usual + more, 4.5],
])(
  'edges of fields and the ring of what has the focus stand out from every surface: %s',
  (_name, css, least) => {
    const colours = tokensOf(css)
    for (const theme of ['light', 'dark'] as const) {
      for (const mark of ['edge', 'focus']) {
        for (const surface of ['canvas', 'surface', 'raised', 'sunken', 'field']) {
          const [lower = 0, higher = 0] = [mark, surface]
            .map((name) => luminance(colours[name]?.[theme] ?? ''))
            .sort((one, other) => one - other)
          const ratio = (higher + 0.05) / (lower + 0.05)
          expect(ratio, `${mark} on ${surface}, ${theme}`).toBeGreaterThanOrEqual(least)
        }
      }
    }
  },
)
