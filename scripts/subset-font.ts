/**
 * `npx tsx scripts/subset-font.ts`: makes `src/fonts/inter-latin.woff2` from the package's Latin subset of Inter,
 * with the weights and OpenType features of the design only: half the download. The file is committed, so that a
 * build needs no font tools.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font'

const packaged = fileURLToPath(
  new URL(
    '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    import.meta.url,
  ),
)
const styles = fileURLToPath(new URL('../src/fonts.css', import.meta.url))
const ours = fileURLToPath(new URL('../src/fonts/inter-latin.woff2', import.meta.url))

/** Kerning, marks, tabular figures, and the variants in `src/design.css`. */
const features = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'cv11', 'ss03']

/** Copyright, licence and its address: the licence requires them in each copy. */
const names = [0, 13, 14]

/** @returns the font file to commit. */
async function subsetOfInter(): Promise<Buffer> {
  return await subsetFont(readFileSync(packaged), letters(), {
    targetFormat: 'woff2',
    // The regular weight, and the heaviest that headings have.
    variationAxes: { wght: { min: 400, max: 680, default: 400 } },
    keepFeatures: features,
    preserveNameIds: names,
  })
}

/** @returns every letter in the range that the stylesheet declares for the file. */
function letters(): string {
  const rules = readFileSync(styles, 'utf8').split('@font-face')
  const rule = rules.find((text) => text.includes('inter-latin.woff2')) ?? ''
  const ranges = rule.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)
  return [...ranges]
    .flatMap(([, first = '', last = first]) => {
      const [start, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      return Array.from({ length: end - start + 1 }, (_, index) => start + index)
    })
    .map((code) => String.fromCodePoint(code))
    .join('')
}

writeFileSync(ours, await subsetOfInter())
