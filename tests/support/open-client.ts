import { Client } from 'pg'
import { onTestFinished } from 'vitest'

/** @returns a connection to PostgreSQL that ends with the test. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
