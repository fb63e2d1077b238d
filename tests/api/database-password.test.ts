import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openClient } from '../support/open-client'
import { createEmptyDatabase } from '../support/postgresql'
import { startServerProcess } from '../support/server-process'

/** Each would end, or change, the address that it stood in. */
const password = `a$b#c@d/e %41:?"x'ü`

test('a password beside the database’s address may have any characters', async () => {
  const address = new URL(await createEmptyDatabase(inject('postgresqlUrl')))
  const database = await openClient(address.href)
  const role = `role_${crypto.randomUUID().slice(0, 8)}`
  await database.query(`create role ${role} login password ${database.escapeLiteral(password)}`)
  onTestFinished(async () => {
    await database.query(`reassign owned by ${role} to current_user; drop owned by ${role}`)
    await database.query(`drop role ${role}`)
  })
  await database.query(`alter database "${address.pathname.slice(1)}" owner to ${role}`)
  address.username = role
  address.password = ''
  const start = (PGPASSWORD: string) =>
    startServerProcess({ DATABASE_URL: address.href, PGPASSWORD })
  await expect(start('another')).rejects.toThrow('password authentication failed')
  const server = await start(password)
  onTestFinished(server.stop)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('compose passes the password on unchanged', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  expect(compose).toMatch(/^ {6}PGPASSWORD: \$\{POSTGRES_PASSWORD:/m)
  expect(compose).toMatch(/^ {6}POSTGRES_PASSWORD: \$\{POSTGRES_PASSWORD:/m)
  expect(/DATABASE_URL: .*/.exec(compose)?.[0]).not.toContain('$')
})
