import { Client } from 'pg'
import { vi } from 'vitest'

/** A statement that a server sent, and an example of its values. */
export interface SentStatement {
  text: string
  values: readonly unknown[]
}

/**
 * Writes down what is sent to PostgreSQL in this process from here on.
 * @returns each different text once, and a function that ends it.
 */
export function watchStatements(): { sent: Map<string, SentStatement>; stop: () => void } {
  const sent = new Map<string, SentStatement>()
  const query = Client.prototype.query as (...parameters: unknown[]) => unknown
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...parameters: unknown[]
  ) {
    const [first, second] = parameters
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    const values = Array.isArray(second) ? second : (first as { values?: unknown[] }).values
    if (text) sent.set(text, { text, values: values ?? [] })
    return query.apply(this, parameters)
  })
  return { sent, stop: () => spy.mockRestore() }
}

/** A node of a plan, as `explain (format json)` has it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/**
 * @returns the tables that a statement would read from one end to the other, however large they were: no
 *   index leads to the rows that it wants.
 */
export async function tablesReadWhole(
  client: Client,
  { text, values }: SentStatement,
): Promise<string[]> {
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(`explain (format json) ${text}`, [...values])
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
