import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createEmptyDatabase } from './postgresql'

/** @returns a connection to PostgreSQL that ends with the test. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** @returns a database without tables, and a connection to it that ends with the test. */
export async function newDatabase(): Promise<{ client: Client; url: string }> {
  const url = await createEmptyDatabase(inject('postgresqlUrl'))
  return { client: await openClient(url), url }
}
