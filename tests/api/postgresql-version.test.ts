import { Client } from 'pg'
import { expect, inject, test } from 'vitest'

/** docs/operating.md names them. */
const [oldest, newest] = [15, 18]

test('the tests run on the oldest supported PostgreSQL, unless another one is given', async () => {
  const client = new Client({ connectionString: inject('postgresqlUrl') })
  await client.connect()
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  await client.end()
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (process.env.TEST_DATABASE_URL === undefined) expect(version).toBe(oldest)
  expect(version).toBeGreaterThanOrEqual(oldest)
  expect(version).toBeLessThanOrEqual(newest)
})
