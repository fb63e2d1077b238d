import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectDirectly, connectTo } from '../../server/store/postgresql/postgresql'
import { prepareStatements } from '../../server/store/prepared-statements'
import { StoreUnavailable } from '../../server/store/unavailable'
import { newFolder } from '../support/folders'
import { listenOnLoopback } from '../support/program'

const failure = (code: string) => Object.assign(new Error('what it says'), { code })
const address = 'postgresql://ada:a-password@127.0.0.1:1/orglens'

test.each([
  ['ECONNREFUSED', StoreUnavailable, 'Check that it is running'],
  // It is starting up.
  ['57P03', StoreUnavailable, 'Check that it is running'],
  ['28P01', Error, 'Check user and password in DATABASE_URL: in them write % as %25'],
  ['3D000', Error, 'that DATABASE_URL is right'],
  ['CERT_HAS_EXPIRED', Error, 'Renew its certificate.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', Error, '?sslmode=verify-full&sslrootcert='],
])('a refusal with %s says what to do, without the password', async (code, kind, advice) => {
  vi.spyOn(Client.prototype, 'connect').mockRejectedValue(failure(code) as never)
  const end = vi.spyOn(Client.prototype, 'end').mockResolvedValue()
  const error: Error = await connectTo(address).catch((reason) => reason)
  expect(error.constructor).toBe(kind)
  expect(error.message).toContain('database "orglens" at 127.0.0.1:1 as user "ada": what it says.')
  expect(error.message).toContain(advice)
  expect(error.message).not.toContain('a-password')
  expect(end).toHaveBeenCalledOnce()
})

test('an address that can’t be read, and a missing file that it names, are said without the password', async () => {
  const file = join(newFolder(), 'none.pem')
  await expect(connectTo(`${address}?sslrootcert=${file}`)).rejects.toThrow(
    `DATABASE_URL names the file ${file}, which can't be read: ENOENT.`,
  )
  const error = await connectTo('postgresql://ada:a-password@127.0.0.1:99999/orglens').catch(String)
  expect(error).toContain('DATABASE_URL is not a valid address.')
  expect(error).not.toContain('a-pass')
})

test('a database that takes the connection and says nothing is given up after 5 s', async () => {
  const silent = createServer()
  const port = await listenOnLoopback(silent)
  onTestFinished(() => void silent.close())
  const arrival = once(silent, 'connection')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refusal = connectTo(address.replace(':1/', `:${port}/`)).catch((error: unknown) => error)
  const [socket] = await arrival
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await refusal).toBeInstanceOf(StoreUnavailable)
  socket.destroy()
})

test('a pooler is no direct connection, and is let go', async () => {
  const client = { processID: 7 }
  vi.spyOn(Client.prototype, 'connect').mockImplementation(async function (this: unknown) {
    Object.assign(this as object, client)
  } as never)
  const end = vi.spyOn(Client.prototype, 'end').mockResolvedValue()
  vi.spyOn(Client.prototype, 'query').mockImplementation(async () => ({ rows: [{ id: 7 }] }))
  expect(await connectDirectly(address, 'DATABASE_URL')).toBeInstanceOf(Client)
  expect(end).not.toHaveBeenCalled()
  client.processID = 8
  await expect(connectDirectly(address, 'DATABASE_URL')).rejects.toThrow(
    'DATABASE_URL leads through a pooler, such as PgBouncer. Set DATABASE_DIRECT_URL',
  )
  expect(end).toHaveBeenCalledOnce()
})

/** @returns a pool that prepares, what it was asked, and the errors of its log. */
function preparingPool() {
  const asked: { name?: string }[] = []
  const errors: unknown[] = []
  let fault: Error | undefined
  const query = async (config: { name?: string }) => {
    asked.push(config)
    if (fault) throw fault
  }
  const pool = { query } as unknown as Pool
  const log = { info() {}, error: (...line: unknown[]) => void errors.push(line) }
  const { nameOf } = prepareStatements(pool, log)
  const ask = (text: string, values: unknown[] = []) => pool.query({ text }, values)
  const fail = (code: string) => {
    fault = failure(code)
    return expect(ask('select 1')).rejects.toBe(fault)
  }
  return { asked, errors, nameOf, ask, fail }
}

test.each(['26000', '42P05'])('a pooler that loses statements (%s) gets no more', async (code) => {
  const { asked, errors, nameOf, ask, fail } = preparingPool()
  await ask('select 1')
  await fail('57014')
  expect(asked.map(({ name }) => name)).toEqual(Array(2).fill(nameOf('select 1', [])))
  expect(nameOf('select 2', [])).not.toBe(nameOf('select 1', []))
  expect(errors).toEqual([])
  // As many as docs/operating.md has PgBouncer keep, and none whose length varies much.
  expect(nameOf('select 3', Array(21).fill(0))).toBeNull()
  const names = Array.from({ length: 201 }, (_, index) => nameOf(`select ${index}`, []))
  expect(names.map((name) => name === null)).toEqual([...Array(200).fill(false), true])
  await fail(code)
  await fail(code)
  expect(asked.at(-1)).not.toHaveProperty('name')
  expect(nameOf('select 1', [])).toBeNull()
  const remedy = expect.stringContaining('DATABASE_PREPARED_STATEMENTS=off')
  expect(errors).toEqual([['A pooler loses prepared statements', { code, remedy }]])
})
