import { test } from './support/fixtures'
import { liveThrough, type WorkingDay } from './support/working-day'

// Eight hours in both themes at three widths are in tests/long/browser.
const hourOf: Record<'node' | 'mock', WorkingDay> = {
  node: { hours: 1, width: 1440, theme: 'light' },
  mock: { hours: 1, width: 390, theme: 'dark' },
}

test('an hour with four tabs loses no filter, and no click fails silently', async ({
  page,
  host,
  baseURL,
  browserErrors,
}) => {
  test.slow()
  await liveThrough({ page, host, baseURL, browserErrors }, hourOf[host])
})
