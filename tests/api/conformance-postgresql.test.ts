import { Client, type QueryConfig } from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { targets } from '../support/conformance/targets'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { describeConformance } from './conformance'

type Query = (this: Client, ...parameters: unknown[]) => unknown

/** Statements that servers of this process sent, each text once, with an example of its values. */
const sent = new Map<string, unknown[]>()
const query = Client.prototype.query as Query
const recorded: Query = function (...parameters) {
  const [first, second] = parameters
  const { text, values } = (
    typeof first === 'string' ? { text: first } : first
  ) as Partial<QueryConfig>
  if (text) sent.set(text, Array.isArray(second) ? second : (values ?? []))
  return query.apply(this, parameters)
}
const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(recorded)
afterAll(() => spy.mockRestore())
describeConformance(targets.postgresql)

/** A node of a plan, as `explain (format json)` has it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** @returns the tables in which no index leads to the rows that a statement wants. */
async function tablesReadWhole(client: Client, text: string, values: unknown[]): Promise<string[]> {
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(`explain (format json) ${text}`, values)
  const whole: string[] = []
  const look = (node: PlanNode) => {
    const table = node['Relation Name']
    const isByKey =
      node['Index Cond'] !== undefined ||
      ['Bitmap Heap Scan', 'Tid Scan'].includes(node['Node Type'])
    if (table && node['Node Type'].includes('Scan') && !isByKey) whole.push(table)
    for (const child of node.Plans ?? []) look(child)
  }
  look(rows[0]['QUERY PLAN'][0].Plan)
  return whole
}

/** Statements that may read a whole table, each with the reason. */
const mayReadWhole: Readonly<Record<string, RegExp>> = {
  'cleaning up, once an hour': /^delete from "public"."\w+" where ctid = any/,
  'a database’s first migrations': /pg_tables|__drizzle_migrations/,
  'the outbox is short: what is delivered is deleted':
    /from "public"."mails" where "public"."mails"."user_id" = /,
  'the latest captured mails, in the order of an index of theirs':
    /from "public"."mails" where "public"."mails"."next_attempt_at" is null order by/,
  'organisations that nobody uses, once an hour':
    /from "public"."organisations" where \("public"."organisations"."created_at" <= /,
  'joined with the few calls of one group':
    /^\s*update "public"."spent_calls" set .* using \(key\)/s,
}

test('every statement that the server sent finds its rows by an index', async () => {
  const client = await openClient(await createDatabase(inject('postgresqlUrl')))
  const explained = [...sent].filter(
    ([text]) =>
      /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
      !Object.values(mayReadWhole).some((allowed) => allowed.test(text)),
  )
  expect(explained.length).toBeGreaterThan(100)
  const offending: string[] = []
  for (const [text, values] of explained) {
    const tables = await tablesReadWhole(client, text, values)
    if (tables.length > 0) offending.push(`${tables.join()}: ${text.slice(0, 300)}`)
  }
  expect(offending).toEqual([])
})
