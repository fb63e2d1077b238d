import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { readMigrations } from '../../server/store/migrate'
import { migrateDatabase } from '../../server/store/postgresql/postgresql'
import { manyMails } from '../support/backups'
import { openClient } from '../support/open-client'
import { startPgbouncer } from '../support/pgbouncer'
import { postTo, signedInAt } from '../support/post-to'
import { countAdvisoryLocks, createEmptyDatabase } from '../support/postgresql'
import { type ServerProcess, serverForTest } from '../support/server-process'

const patience = { interval: 100, timeout: 60_000 }

/** A database, a pooler before it, and servers that know the pooler alone. */
async function behindPgbouncer(preparedStatements: 'on' | 'off' = 'off') {
  const direct = await createEmptyDatabase(inject('postgresqlUrl'))
  const pooler = await startPgbouncer(direct)
  const start = () =>
    serverForTest({
      DATABASE_URL: pooler.url,
      DATABASE_PREPARED_STATEMENTS: preparedStatements,
      RATE_LIMITS: 'off',
    })
  const database = await openClient(direct)
  return { direct, pooler, start, database }
}

/** Many calls at once: more than the pooler has connections. */
async function expectAnswers(servers: readonly ServerProcess[]): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const headers = await signedInAt(server.url)
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, turn) => {
          if (turn % 3 !== 0) return fetch(`${server.url}/api/profile/`, { headers })
          const emails = [`invited-${turn}@example.test`]
          return postTo(server.url, 'invite-team-members', { emails }, headers)
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }),
  )
}

test('servers that prepare statements behind a PgBouncer that loses them say so once, and go on without', async () => {
  const { start } = await behindPgbouncer('on')
  const servers = await Promise.all([start(), start()])
  for (const server of servers) {
    await Promise.all(Array.from({ length: 8 }, () => signedInAt(server.url)))
  }
  await expectAnswers(servers)
  for (const server of servers) {
    const said = server.output().split('A pooler loses prepared statements')
    expect(said).toHaveLength(2)
    expect(said[1]?.split('\n')[0]).toContain('DATABASE_PREPARED_STATEMENTS=off')
    expect(server.output()).not.toMatch(/26000 prepared|42P05 prepared|A request failed/)
  }
})

test('behind PgBouncer two servers start at once on an empty database, go on while a backup blocks a migration, which runs after it, and leave no lock', async () => {
  const { direct, pooler, start, database } = await behindPgbouncer()
  const servers = await Promise.all([start(), start()])
  // More than fits between pg_dump and whoever doesn't read what it writes.
  await database.query(manyMails)
  const backup = spawn('pg_dump', [direct], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void backup.kill('SIGKILL'))
  const isHeld = `select 1 from pg_locks join pg_class on pg_class.oid = relation
    where relname = 'password_links' and mode = 'AccessShareLock'`
  await vi.waitFor(
    async () => expect((await database.query(isHeld)).rows).toHaveLength(1),
    patience,
  )

  const migrations = readMigrations()
  const changing = {
    ...{ name: 'changing', hash: 'changing' },
    statements: ['alter table public.password_links add column extra text'],
    writtenAt: (migrations.at(-1)?.writtenAt ?? 0) + 1,
  }
  const migrate = () => migrateDatabase(pooler.url, undefined, [...migrations, changing])
  await expect(migrate()).rejects.toThrow('due to lock timeout')
  await expectAnswers(servers)

  backup.stdout.resume()
  await once(backup, 'exit')
  expect(backup.exitCode).toBe(0)
  await migrate()
  servers.push(await start())
  await expectAnswers(servers)
  for (const server of servers) await server.stop()
  expect(await countAdvisoryLocks(database)).toBe(0)
  await expectAnswers([await start()])
})
