import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { manyMails, runCommand as run, signIn, startServer as start } from '../support/backups'
import { newFolder } from '../support/folders'
import { startPgbouncer } from '../support/pgbouncer'
import { putEmptyDatabase } from '../support/pglite'
import { demoLogin, postTo } from '../support/post-to'
import { createEmptyDatabase } from '../support/postgresql'
import { withClient } from '../support/postgresql-server'
import { runProgram } from '../support/program'

test('with backups all the time, under load through PgBouncer, no call fails, and a restore signs people in', async () => {
  const direct = await createEmptyDatabase(inject('postgresqlUrl'))
  const pooler = await startPgbouncer(direct)
  // What docs/operating.md recommends for it.
  const pooled = { DATABASE_URL: pooler.url, DATABASE_PREPARED_STATEMENTS: 'off' }
  const servers = [await start(pooled), await start(pooled)]
  await withClient(direct, (database) => database.query(manyMails))

  const folder = newFolder()
  await expect(run('backup', pooled, folder)).rejects.toMatchObject({
    stderr: expect.stringContaining('DATABASE_URL leads through a pooler, such as PgBouncer. Set'),
  })
  expect(readdirSync(folder)).toEqual([])

  let isOver = false
  const statuses = new Map<number, number>()
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
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  for (let times = 0; times < 8; times += 1) {
    await run('backup', { ...pooled, DATABASE_DIRECT_URL: direct }, folder, '--keep', '3')
  }
  isOver = true
  await Promise.all(load)
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(100)
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

test('a reader of a backup that is killed, stands still or asks beside others hinders nobody', async () => {
  const settings = { DATA_DIR: join(newFolder(), 'data') }
  await putEmptyDatabase(settings.DATA_DIR)
  const { client, close } = await openPgliteDatabase(settings.DATA_DIR)
  await client.query(manyMails)
  await close()
  const server = await start({ ...settings, DEMO_DATA: 'on' })
  const folder = newFolder()
  const program = join(inject('programsFolder'), 'backup.js')
  const begin = () =>
    spawn(process.execPath, [program, folder], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: 'ignore',
    })
  const hasBegun = () =>
    vi.waitFor(
      () => expect(readdirSync(folder).some((name) => name.endsWith('.partial'))).toBe(true),
      { interval: 5, timeout: 30_000 },
    )
  const killed = begin()
  const killedEnd = once(killed, 'exit')
  await hasBegun()
  killed.kill('SIGKILL')
  await killedEnd
  expect(await signIn(server)).toBe(200)
  const [remains = ''] = readdirSync(folder)
  expect(remains).toMatch(/\.partial$/)
  rmSync(join(folder, remains))

  const still = begin()
  onTestFinished(() => void still.kill('SIGKILL'))
  await hasBegun()
  still.kill('SIGSTOP')
  expect(await signIn(server)).toBe(200)
  still.kill('SIGKILL')

  await Promise.all([run('backup', settings, folder), run('backup', settings, folder)])
  expect(readdirSync(folder).filter((name) => name.endsWith('.gz'))).toHaveLength(2)
})
