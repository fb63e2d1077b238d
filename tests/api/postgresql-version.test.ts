import { expect, inject, test } from 'vitest'
import { openClient } from '../support/open-client'

/** docs/operating.md names them. */
const [oldest, newest] = [15, 18]

test('the tests run on the oldest supported PostgreSQL, unless another one is given', async () => {
  const client = await openClient(inject('postgresqlUrl'))
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (process.env.TEST_DATABASE_URL === undefined) expect(version).toBe(oldest)
  expect(version).toBeGreaterThanOrEqual(oldest)
  expect(version).toBeLessThanOrEqual(newest)
})
