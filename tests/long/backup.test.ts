import { execSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../support/postgresql'
import { postgresqlPrograms } from '../support/postgresql-programs'
import { startServerProcess } from '../support/server-process'

/** The commands are those of docs/operating.md. */
function run(command: string, environment: Record<string, string>): void {
  const path = [process.env.PATH, ...postgresqlPrograms].join(delimiter)
  execSync(command, { env: { PATH: path, ...environment }, stdio: 'pipe' })
}

/** Registers an organisation at one server, and finds it at another that has the backup. */
async function expectRestored(
  original: Record<string, string>,
  backUp: () => void,
  restored: Record<string, string>,
): Promise<void> {
  const credentials = { email: 'owner@kept.test', password: 'kept over the years' }
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}/api/${path}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const before = await startServerProcess(original)
  const details = { ...credentials, fullname: 'Olive Owner', organization: 'Kept' }
  expect((await post(before.url, 'signup', details)).status).toBe(200)
  await before.stop()
  backUp()
  const after = await startServerProcess(restored)
  onTestFinished(after.stop)
  expect((await post(after.url, 'login', credentials)).status).toBe(200)
}

test('the embedded database is restored from its backup', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-backup-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [DATA_DIR, restored] = [join(directory, 'data'), join(directory, 'restored')]
  const archive = join(directory, 'orglens.tar.gz')
  const backUp = () => {
    run('tar -czf "$ARCHIVE" -C "$DATA_DIR" database', { ARCHIVE: archive, DATA_DIR })
    run('mkdir -p "$DATA_DIR" && tar -xzf "$ARCHIVE" -C "$DATA_DIR"', {
      ARCHIVE: archive,
      DATA_DIR: restored,
    })
  }
  await expectRestored({ DATA_DIR }, backUp, { DATA_DIR: restored })
})

test('PostgreSQL is restored from its backup', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-backup-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const DATABASE_URL = await createEmptyDatabase(inject('postgresqlUrl'))
  const restored = await createEmptyDatabase(inject('postgresqlUrl'))
  const archive = join(directory, 'orglens.dump')
  const backUp = () => {
    run('pg_dump --format=custom --no-owner --file="$ARCHIVE" "$DATABASE_URL"', {
      ARCHIVE: archive,
      DATABASE_URL,
    })
    run('pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" "$ARCHIVE"', {
      ARCHIVE: archive,
      DATABASE_URL: restored,
    })
  }
  await expectRestored({ DATABASE_URL }, backUp, { DATABASE_URL: restored })
})
