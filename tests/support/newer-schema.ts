import { withClient } from './postgresql'

/**
 * Adds columns to every table, as a newer version's migrations may while this one runs (docs/operating.md,
 * "Upgrading").
 * @param url of a PostgreSQL database with this version's schema.
 */
export function addColumnsOfNewerVersion(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of rows) {
      await client.query(
        `alter table public."${name}" add column newer_text text, add column newer_flag boolean not null default false`,
      )
    }
  })
}
