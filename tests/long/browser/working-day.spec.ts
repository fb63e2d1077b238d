import { test } from '../../e2e/support/fixtures'
import { liveThrough } from '../../e2e/support/working-day'

for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 820, 1440] as const) {
    test(`eight hours with four tabs lose no filter, and no click fails silently, ${width} px wide and ${theme}`, async ({
      page,
      host,
      baseURL,
      browserErrors,
    }) => {
      test.setTimeout(600_000)
      const day = { hours: 8, width, theme }
      await liveThrough({ page, host, baseURL, browserErrors }, day)
    })
  }
}
