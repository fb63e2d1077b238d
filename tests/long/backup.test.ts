import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { manyMails, runCommand as run, signIn, startServer as start } from '../support/backups'
import { newFolder } from '../support/folders'
import { openClient } from '../support/open-client'
import { startPgbouncer } from '../support/pgbouncer'
import { putEmptyDatabase } from '../support/pglite'
import { demoLogin, postTo } from '../support/post-to'
import { countAdvisoryLocks, createEmptyDatabase } from '../support/postgresql'
import { runProgram } from '../support/program'

test('behind PgBouncer two servers start at once, no call fails with backups all the time, a restore signs people in, and no lock is left', async () => {
  const direct = await createEmptyDatabase(inject('postgresqlUrl'))
  const pooler = await startPgbouncer(direct)
  // What docs/operating.md recommends for it.
  const pooled = { DATABASE_URL: pooler.url, DATABASE_PREPARED_STATEMENTS: 'off' }
  const servers = await Promise.all([start(pooled), start(pooled)])
  const database = await openClient(direct)
  await database.query(manyMails)

  const folder = newFolder()
  await expect(run('backup', pooled, folder)).rejects.toMatchObject({
    stderr: expect.stringContaining('DATABASE_URL leads through a pooler, such as PgBouncer. Set'),
  })
  expect(readdirSync(folder)).toEqual([])

  let isOver = false
  const statuses = new Set<number>()
  const load = servers.flatMap(({ url }) =>
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const login = await postTo(url, 'login', demoLogin)
        const { access } = (await login.json()) as { access?: string }
        const headers = { authorization: `Bearer ${access}` }
        const emails = [`invited-${Math.random()}@example.test`]
        const answers = [
          login,
          await fetch(`${url}/api/profile/`, { headers }),
          await postTo(url, 'invite-team-members', { emails }, headers),
        ]
        for (const { status } of answers) statuses.add(status)
      }
    }),
  )
  for (let times = 0; times < 4; times += 1) {
    await run('backup', { ...pooled, DATABASE_DIRECT_URL: direct }, folder, '--keep', '3')
  }
  isOver = true
  await Promise.all(load)
  expect([...statuses]).toEqual([200])
  for (const server of servers) await server.stop()
  expect(await countAdvisoryLocks(database)).toBe(0)
  const [, , newest = ''] = readdirSync(folder).sort()
  const DATABASE_URL = await createEmptyDatabase(inject('postgresqlUrl'))
  await run('restore', { DATABASE_URL }, join(folder, newest))
  expect(await signIn(await start({ DATABASE_URL, DEMO_DATA: 'off' }))).toBe(200)
})

/** The commands are those of docs/operating.md. */
test('pg_dump by a direct address can be restored, too', async () => {
  const DATABASE_URL = await createEmptyDatabase(inject('postgresqlUrl'))
  const restored = await createEmptyDatabase(inject('postgresqlUrl'))
  await (await start({ DATABASE_URL })).stop()
  const archive = join(newFolder(), 'orglens.dump')
  runProgram('pg_dump', ['--format=custom', '--no-owner', `--file=${archive}`, DATABASE_URL])
  runProgram('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restored}`, archive])
  expect(await signIn(await start({ DATABASE_URL: restored, DEMO_DATA: 'off' }))).toBe(200)
})

test('a reader of a backup that is killed or stands still hinders nobody', async () => {
  const settings = { DATA_DIR: join(newFolder(), 'data') }
  await putEmptyDatabase(settings.DATA_DIR)
  const { client, close } = await openPgliteDatabase(settings.DATA_DIR)
  await client.query(manyMails)
  await close()
  const server = await start({ ...settings, DEMO_DATA: 'on' })
  const folder = newFolder()
  const program = join(inject('programsFolder'), 'backup.js')
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const reader = spawn(process.execPath, [program, folder], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: 'ignore',
    })
    onTestFinished(() => void reader.kill('SIGKILL'))
    const isUnfinished = (name: string) => name.endsWith('.partial')
    await vi.waitFor(() => expect(readdirSync(folder).filter(isUnfinished)).toHaveLength(1), {
      interval: 5,
      timeout: 30_000,
    })
    reader.kill(signal)
    expect(await signIn(server)).toBe(200)
    const [remains = ''] = readdirSync(folder)
    rmSync(join(folder, remains))
  }
})
