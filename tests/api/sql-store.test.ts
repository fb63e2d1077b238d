import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openPgliteStore, openPostgresqlStore } from '../../server/app/open-stores'
import { findMembership } from '../../server/people/people'
import { newFolder } from '../support/folders'
import { testStore } from '../support/test-store'
import { twoServersForTests } from '../support/two-servers'
import { founding, sessionOf, silentLog } from './sql-store-examples'

describe('several servers on one PostgreSQL', () => {
  const { database, servers } = twoServersForTests()
  const serverOf = (index: number) => servers[index % 2 === 0 ? 0 : 1]

  test('one of twenty simultaneous signups for an organisation succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        serverOf(index).createOrganisation(...founding('one-slug', `slug-${index}@one.test`)),
      ),
    )
    expect(answers.filter((answer) => answer === 'created')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'organisation-exists')).toHaveLength(19)
    const users = 'select count(*) from users where email_key like $1'
    expect(await database.count(users, 'slug-%')).toBe(1)
  })

  test('a signup with a taken organisation and a taken address names the address', async () => {
    await servers[0].createOrganisation(...founding('both', 'both@both.test'))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        serverOf(index).createOrganisation(...founding('both', 'both@both.test')),
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['email-taken']))
  })

  test('a server whose connections are cut logs that and goes on', async () => {
    const log = { info: vi.fn(), error: vi.fn() }
    const store = await openPostgresqlStore(`${database.url}?application_name=cut`, log)
    expect(await store.one('organisations', { slug: 'nobody' })).toBeNull()
    const cut =
      'select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = $1'
    expect(await database.count(cut, 'cut')).toBe(1)
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce(), 20_000)
    expect(await store.one('organisations', { slug: 'nobody' })).toBeNull()
    await store.close()
  })

  test('a failing query is reported without its data', async () => {
    const [organisation, admin] = founding('failing', 'failing@failing.test')
    await servers[0].createOrganisation(organisation, admin)
    const session = { ...sessionOf(admin), refreshTokenHash: 'secret-hash' }
    await servers[0].createSession(session, admin.passwordHash)
    const failure = await servers[0]
      .createSession(session, admin.passwordHash)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('sessions_primary_key') })
    expect(failure).not.toMatchObject({ message: expect.stringContaining('secret-hash') })
    expect(failure).not.toHaveProperty('cause')
  })
})

describe('a PostgreSQL that can’t be used', () => {
  const password = 'pass%23word'

  test.each([
    [
      'does not answer',
      `postgresql://ada:${password}@127.0.0.1:1/orglens`,
      '"orglens" at 127.0.0.1:1',
    ],
    [
      'has a malformed address',
      `postgresql://ada:${password}@host:port/orglens`,
      'not a valid address',
    ],
    [
      'needs a file that is missing',
      `postgresql://ada:${password}@127.0.0.1/orglens?sslmode=verify-full&sslrootcert=/no-such-file`,
      "DATABASE_URL names the file /no-such-file, which can't be read: ENOENT.",
    ],
    [
      'has an address of another kind',
      `mysql://ada:${password}@host/orglens`,
      'must begin with postgresql://',
    ],
  ])('an error names a database that %s, but not its password', async (_, url, text) => {
    const failure = await openPostgresqlStore(url, silentLog).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining(text) })
    expect(failure).toMatchObject({ message: expect.not.stringMatching(/pass(%23|#)word/) })
  })
})

describe('the embedded database', () => {
  test('after an interrupted first start the embedded database starts afresh, and keeps its data', async () => {
    const path = newFolder()
    mkdirSync(join(path, 'pglite.unfinished'), { recursive: true })
    writeFileSync(join(path, 'pglite.unfinished', 'PG_VERSION'), '18\n')
    const [organisation, user] = founding('kept', 'kept@kept.test')
    const store = testStore(await openPgliteStore(path, silentLog))
    await store.createOrganisation(organisation, user)
    await store.close()
    const reopened = await openPgliteStore(path, silentLog)
    expect(await findMembership(reopened, 'kept@kept.test')).toEqual({
      organisation,
      user,
    })
    await reopened.close()
  })

  test('an unusable directory is named and unlocked', async () => {
    const path = newFolder()
    mkdirSync(join(path, 'pglite'), { recursive: true })
    writeFileSync(join(path, 'pglite', 'PG_VERSION'), '18\n')
    await expect(openPgliteStore(path, silentLog)).rejects.toThrow(
      `The database in ${path} can't be opened`,
    )
    await expect(openPgliteStore(path, silentLog, 0)).rejects.toThrow(
      `The database in ${path} can't be opened`,
    )
  })
})
