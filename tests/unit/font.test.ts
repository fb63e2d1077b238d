import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { subsetOfInter } from '../../scripts/subset-font'

const committed = readFileSync(
  fileURLToPath(new URL('../../src/fonts/inter-latin.woff2', import.meta.url)),
)

test('the committed font is what the script makes of the package', async () => {
  expect(committed.equals(await subsetOfInter())).toBe(true)
})
