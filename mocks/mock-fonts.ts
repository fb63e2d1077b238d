import { unpackedFonts } from '../server/billing/papers/unpacked-fonts'

const folder = '../node_modules/@fontsource/'

/** Reads a font for PDFs. Each is a file of its own in the build, which loads when a PDF is made. */
export const readMockFont = unpackedFonts(async (file) => {
  const fonts = import.meta.glob<string>(
    [
      '../node_modules/@fontsource/*/files/*-{400,600}-normal.woff',
      '!../node_modules/@fontsource/noto-*/files/*-latin-*',
    ],
    { query: '?inline', import: 'default' },
  )
  const load = fonts[folder + file]
  if (!load) throw new Error(`There is no font ${file}.`)
  const [, inBase64 = ''] = (await load()).split(',')
  return Uint8Array.from(atob(inBase64), (letter) => letter.charCodeAt(0))
})
