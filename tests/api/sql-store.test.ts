import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'

test('every statement in docs/billing.md and docs/operating.md runs', async () => {
  const database = await openClient(await createDatabase(inject('postgresqlUrl')))
  const pages = ['billing', 'operating'].map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
  const statements = [...pages.join('').matchAll(/```sql\n(.+?)```|`(update .+?)`/gs)]
    .map(([, block, sentence]) => block ?? sentence ?? '')
    .filter((statement) => !statement.includes('alter role'))
  expect(statements.length).toBeGreaterThan(6)
  for (const statement of statements) await database.query(statement)
})
