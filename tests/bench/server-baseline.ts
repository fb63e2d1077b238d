/**
 * The least that a call of the API could cost on this stack: a bare route that verifies a token and
 * answers with one prepared statement by primary key. `npm run bench:server` measures against it.
 */

import { PGlite } from '@electric-sql/pglite'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { jwtVerify } from 'jose'
import { Pool } from 'pg'

const { DATABASE_URL: databaseUrl, SECRET: secret = '' } = process.env
const key = new TextEncoder().encode(secret)
const text = 'select id, payload from baseline where id = $1'

async function openDatabase(): Promise<(id: string) => Promise<unknown>> {
  const prepare = `create table if not exists baseline (id text primary key, payload jsonb);
    insert into baseline values ('1', '{"answer": 42}') on conflict do nothing`
  if (databaseUrl) {
    const pool = new Pool({ connectionString: databaseUrl, max: 10 })
    await pool.query(prepare)
    return async (id) => (await pool.query({ name: 'baseline', text, values: [id] })).rows[0]
  }
  const client = await PGlite.create()
  await client.exec(prepare)
  return async (id) => (await client.query(text, [id])).rows[0]
}

async function main(): Promise<void> {
  const read = await openDatabase()
  const app = new Hono()
  app.get('/', async (context) => {
    const token = context.req.header('authorization')?.slice('Bearer '.length) ?? ''
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
    return context.json(await read(String(payload.sid)))
  })
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    console.info(`Orglens is at http://127.0.0.1:${port}`),
  )
}

void main()
