import { expect, inject, onTestFinished, test } from 'vitest'
import { makeCertificates } from '../support/certificates'
import { openClient } from '../support/open-client'
import { createEmptyDatabase } from '../support/postgresql'
import { setOwner } from '../support/postgresql-server'
import { serverForTest, startServerProcess } from '../support/server-process'

/** Gives the tests' PostgreSQL a certificate for `localhost`, by an authority of its own. */
async function encrypt(): Promise<{ authority: string; other: string }> {
  const path = makeCertificates()
  for (const name of ['.', 'server.key', 'server.pem']) setOwner(path(name))
  const client = await openClient(inject('postgresqlUrl'))
  onTestFinished(async () => {
    for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file']) {
      await client.query(`alter system reset ${name}`)
    }
    await client.query('select pg_reload_conf()')
  })
  await client.query(`alter system set ssl_cert_file = '${path('server.pem')}'`)
  await client.query(`alter system set ssl_key_file = '${path('server.key')}'`)
  await client.query('alter system set ssl = on')
  await client.query('select pg_reload_conf()')
  return { authority: path('authority.pem'), other: path('other.pem') }
}

test('everything works over TLS with a verified certificate, without warnings', async () => {
  const { authority, other } = await encrypt()
  const address = new URL(await createEmptyDatabase(inject('postgresqlUrl')))
  address.hostname = 'localhost'
  const trusting = (file: string) => {
    address.search = `?sslmode=verify-full&sslrootcert=${file}`
    return { DATABASE_URL: address.href }
  }
  const server = await serverForTest(trusting(authority))
  const client = await openClient(inject('postgresqlUrl'))
  const { rows } = await client.query<{ encrypted: boolean }>(
    `select distinct ssl as encrypted from pg_stat_ssl join pg_stat_activity using (pid)
     where datname = $1`,
    [address.pathname.slice(1)],
  )
  expect(rows).toEqual([{ encrypted: true }])
  expect(server.output()).not.toMatch(/warning/i)

  await expect(startServerProcess(trusting(other))).rejects.toThrow(
    'unable to verify the first certificate. If its certificate is from an authority of your own, add ?sslmode=verify-full&sslrootcert=',
  )
  address.hostname = '127.0.0.1'
  await expect(startServerProcess(trusting(authority))).rejects.toThrow(
    'does not match certificate',
  )
})
