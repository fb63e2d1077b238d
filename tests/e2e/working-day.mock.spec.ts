import { test } from './support/fixtures'
import { liveThrough } from './support/working-day'

// Eight hours on both hosts, in both themes and at three widths, are in tests/long/browser.
test('an hour with four tabs loses no filter, and no click fails silently', async ({
  page,
  host,
  baseURL,
  browserErrors,
}) => {
  test.slow()
  const hour = { hours: 1, width: 390, theme: 'dark' } as const
  await liveThrough({ page, host, baseURL, browserErrors }, hour)
})
