import type { Pool, QueryConfig } from 'pg'

/** Statements that are prepared, at most: some have a parameter for each of many values. */
const mostStatements = 200
const mostParameters = 20

/**
 * Lets each connection parse and plan a statement once. The store's statements are few and differ in
 * their parameters alone, so that a statement's text is as good as a name for it.
 */
export function prepareStatements(pool: Pool): void {
  const names = new Map<string, string>()
  const query = pool.query.bind(pool) as (config: unknown, values?: unknown[]) => unknown

  function named(config: QueryConfig, values: unknown[] = []): QueryConfig {
    if (values.length > mostParameters) return config
    const known = names.get(config.text)
    if (!known && names.size === mostStatements) return config
    const name = known ?? `orglens_${names.size}`
    names.set(config.text, name)
    return { ...config, name }
  }

  pool.query = ((config: QueryConfig | string, values?: unknown[]) =>
    query(typeof config === 'string' ? config : named(config, values), values)) as Pool['query']
}
