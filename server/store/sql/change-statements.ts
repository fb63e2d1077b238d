import {
  and,
  asc,
  count,
  eq,
  fillPlaceholders,
  getTableColumns,
  getTableName,
  gt,
  isNotNull,
  isNull,
  lte,
  notExists,
  type Query,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { getTableConfig, type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { Condition, Earliest, type Write } from '../change'
import { excludedColumns, isReadOnly } from './database'
import { columnsOf } from './rows'
import type { Statement } from './transact'

/*
 * The statements of changes. Statements that differ only in their values are built once.
 */

export type LockTable = PgTable & { organisationId: PgColumn }

const builder = drizzle.mock()
const dialect = new PgDialect()
const built = new Map<string, Query>()

/**
 * @param shape identifies the statement's text, which `make` builds the first time.
 * @param values by placeholder.
 */
export function statementOf(
  shape: string,
  make: () => SQLWrapper,
  values: Record<string, unknown>,
): Statement {
  let query = built.get(shape)
  if (!query) {
    query = dialect.sqlToQuery(make().getSQL())
    built.set(shape, query)
  }
  return { text: query.sql, values: fillPlaceholders(query.params, values) }
}

/** @returns a placeholder for a value, which is encoded for its column. */
export const placeOf = (name: string, column?: PgColumn) => sql.param(sql.placeholder(name), column)

const columnsBy = (table: PgTable) => getTableColumns(table) as Record<string, PgColumn>
const columnOf = (table: PgTable, name: string) => columnsBy(table)[name] as PgColumn

/** @returns the parts of a condition that determine its SQL. */
const shapeOf = (where: object) =>
  Object.entries(where).map(([name, wanted]) => {
    if (wanted === null) return `${name} null`
    if (!(wanted instanceof Condition)) return name
    return `${name} ${wanted.kind}${wanted.value === null ? ' null' : ''}`
  })

const valuesOf = (where: object) =>
  Object.fromEntries(
    Object.entries(where).map(([name, wanted]) => [
      name,
      wanted instanceof Condition ? wanted.value : wanted,
    ]),
  )

/** @param place makes the placeholder of a value. */
function conditionOf(table: PgTable, where: object, place = placeOf): SQL | undefined {
  return and(
    ...Object.entries(where).map(([name, wanted]) => {
      const column = columnOf(table, name)
      if (wanted === null) return isNull(column)
      if (!(wanted instanceof Condition)) return eq(column, place(name, column))
      return comparison(column, wanted, name, place)
    }),
  )
}

function comparison(
  column: PgColumn,
  { kind, value }: Condition,
  name: string,
  place: typeof placeOf,
): SQL {
  switch (kind) {
    case 'above':
      return gt(column, place(name, column))
    case 'upTo':
      return lte(column, place(name, column))
    case 'not':
      if (value === null) return isNotNull(column)
      return sql`${column} is distinct from ${place(name, column)}`
    // One text for any number of values, unlike `inArray`.
    case 'oneOf':
      return sql`${column} = any (${place(name)})`
    case 'noneOf':
      return sql`coalesce(${column} <> all (${place(name)}), true)`
  }
}

const primaryKeyOf = (table: PgTable) =>
  getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns)

/**
 * Reads whole rows. All rows come sorted by the primary key, so that changes that hold the same rows don't deadlock.
 * @param options.most limits the rows, which then come in any order; null: all.
 * @param options.isHeld locks the rows until the transaction ends. Not `for update`, which would also wait for rows that
 *   refer to them.
 */
export function readStatement(
  table: PgTable,
  where: object,
  { most, isHeld }: { most: number | null; isHeld: boolean },
): Statement {
  const make = () => {
    const rows = builder.select().from(table).where(conditionOf(table, where)).$dynamic()
    const found =
      most !== null ? rows.limit(most) : rows.orderBy(...primaryKeyOf(table).map((key) => asc(key)))
    return isHeld ? found.for('no key update') : found
  }
  const shape = `read ${most} ${getTableName(table)} where ${shapeOf(where)} ${isHeld ? 'held' : ''}`
  return statementOf(shape, make, valuesOf(where))
}

/** Counts rows. */
export function countStatement(table: PgTable, where: object): Statement {
  const make = () =>
    builder.select({ rows: count() }).from(table).where(conditionOf(table, where)).$dynamic()
  return statementOf(`count ${getTableName(table)} where ${shapeOf(where)}`, make, valuesOf(where))
}

/** Converts a driver's values, in the order of the columns, to a row as Drizzle has it. */
export function rowFrom(table: PgTable, values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columnsBy(table)).map(([key, column], index) => {
      const value = values[index]
      return [key, value === null ? null : column.mapFromDriverValue(value)]
    }),
  )
}

export function writeStatement(table: PgTable, write: Write): Statement {
  const { kind } = write
  const name = getTableName(table)
  if (kind === 'remove') {
    const make = () => builder.delete(table).where(conditionOf(table, write.where))
    return statementOf(`remove ${name} where ${shapeOf(write.where)}`, make, valuesOf(write.where))
  }
  if (kind === 'set') return settingOf(table, write.where, write.to)
  return insertionStatement(table, write)
}

/** Rows to insert. With a key, `ensure` skips existing rows, and `put` replaces them. */
type Insertion =
  | { kind: 'add'; rows: readonly object[] }
  | { kind: 'put' | 'ensure'; rows: readonly object[]; key: readonly string[] }

/** @returns the statement that inserts rows. All of them are one parameter. */
export function insertionStatement(table: PgTable, insertion: Insertion): Statement {
  const { kind, rows } = insertion
  const shape = `${kind} ${getTableName(table)} ${kind === 'add' ? '' : insertion.key}`
  return statementOf(shape, () => insertOf(table, insertion), { rows: rowsAsJson(table, rows) })
}

function settingOf(table: PgTable, where: object, to: object): Statement {
  const changes = Object.entries(to).filter(([, value]) => value !== undefined)
  const make = () =>
    builder
      .update(table)
      .set(
        Object.fromEntries(
          changes.map(([key, value]) => {
            if (value === null) return [key, sql`null`]
            const column = columnOf(table, key)
            return value instanceof Earliest
              ? [key, sql`least(${column}, ${placeOf(`to ${key}`, column)})`]
              : [key, sql.placeholder(`to ${key}`)]
          }),
        ),
      )
      .where(conditionOf(table, where))
  const columns = changes.map(([key, value]) =>
    value === null || value instanceof Earliest ? `${key} ${value && 'earliest'}` : key,
  )
  return statementOf(`set ${getTableName(table)} ${columns} where ${shapeOf(where)}`, make, {
    ...valuesOf(where),
    ...Object.fromEntries(
      changes.map(([key, value]) => [`to ${key}`, value instanceof Earliest ? value.value : value]),
    ),
  })
}

function insertOf(table: PgTable, insertion: Insertion): SQLWrapper {
  const source = sql`json_populate_recordset(null::${table}, ${placeOf('rows')}::json) as given`
  const insert = builder
    .insert(table)
    .select(sql`select ${columnsOf(table, 'given')} from ${source}`)
  if (insertion.kind === 'add') return insert
  const target = insertion.key.map((key) => columnOf(table, key))
  return insertion.kind === 'ensure'
    ? insert.onConflictDoNothing({ target })
    : insert.onConflictDoUpdate({ target, set: excludedColumns(table) })
}

const rowsAsJson = (table: PgTable, rows: readonly object[]) =>
  JSON.stringify(rows.map((row) => rowAsJson(table, row)))

/** Converts a row to an object with the columns' names. */
export function rowAsJson(table: PgTable, row: object): Record<string, unknown> {
  const columns = Object.entries(columnsBy(table))
  const values = row as Record<string, unknown>
  return Object.fromEntries(columns.map(([key, column]) => [column.name, values[key]]))
}

/**
 * Locks an organisation's row of a table, and adds it first if it is missing. If the organisation is gone, nothing is
 * locked.
 */
export function lockStatement(
  table: LockTable,
  organisations: PgTable,
  organisation: string,
): Statement {
  const id = columnOf(organisations, 'id')
  const make = () =>
    builder
      .insert(table)
      .select(sql`select ${id} from ${organisations} where ${id} = ${placeOf('organisation')}`)
      .onConflictDoUpdate({
        target: table.organisationId,
        set: { organisationId: sql`excluded.organisation_id` },
      })
  return statementOf(`lock ${getTableName(table)}`, make, { organisation })
}

/** The statement of `ChangeStore.take`. */
export function takeStatement(
  table: PgTable,
  { due, where = {} }: { due: string; where?: object },
  now: Date,
  until: Date,
  most: number,
): Statement {
  const column = columnOf(table, due)
  const [key] = primaryKeyOf(table) as [PgColumn]
  const make = () => {
    const taken = builder
      .select({ key })
      .from(table)
      .where(and(conditionOf(table, where), lte(column, placeOf('now', column))))
      .orderBy(asc(column))
      .limit(sql.placeholder('most'))
      .for('update', { skipLocked: true })
    return (
      builder
        .update(table)
        .set({ [due]: sql.placeholder('until') })
        // An array, because PostgreSQL may run a subquery of IN, and so its limit, repeatedly.
        .where(sql`${key} = any(array(${taken}))`)
        .returning()
    )
  }
  const values = { ...valuesOf(where), now, until, most }
  return statementOf(`take ${getTableName(table)} ${due} where ${shapeOf(where)}`, make, values)
}

/** The statement of `ChangeStore.discard`. */
export function discardStatement(
  table: PgTable,
  where: object,
  keptBy: { table: PgTable; column: string } | null,
  most: number,
): Statement {
  const make = () => {
    const keeps =
      keptBy &&
      builder
        .select({ one: sql`1` })
        .from(keptBy.table)
        .where(eq(columnOf(keptBy.table, keptBy.column), columnOf(table, 'id')))
    const outdated = builder
      .select({ row: sql`ctid` })
      .from(table)
      .where(and(conditionOf(table, where), keeps ? notExists(keeps) : undefined))
      .limit(sql.placeholder('most'))
      .for('update', { skipLocked: true })
    return builder.delete(table).where(sql`ctid = any(array(${outdated}))`)
  }
  const keeper = keptBy && `${getTableName(keptBy.table)} ${keptBy.column}`
  const shape = `discard ${getTableName(table)} where ${shapeOf(where)} kept by ${keeper}`
  return statementOf(shape, make, { ...valuesOf(where), most })
}

/** The statement of `ChangeStore.earliest`. */
export function earliestStatement(
  times: readonly { table: PgTable; column: string; where: object }[],
): Statement {
  // Several conditions may be about one column.
  const placeName = (index: number, name: string) => `${index} ${name}`
  const make = () => {
    const parts = times.map(({ table, column, where }, index) => {
      const place = (name: string, of?: PgColumn) => placeOf(placeName(index, name), of)
      return sql`(select min(${columnOf(table, column)}) from ${table} where ${conditionOf(table, where, place)})`
    })
    return sql`select ${isReadOnly}, ${sql.join(parts, sql`, `)}`
  }
  const shapes = times.map(
    ({ table, column, where }) => `${getTableName(table)} ${column} where ${shapeOf(where)}`,
  )
  const values = times.flatMap(({ where }, index) =>
    Object.entries(valuesOf(where)).map(([name, value]) => [placeName(index, name), value]),
  )
  return statementOf(`earliest ${shapes}`, make, Object.fromEntries(values))
}

/** Converts a driver's value to a time as Drizzle has it. */
export const timeFrom = (table: PgTable, column: string, value: unknown) =>
  value === null ? null : (columnOf(table, column).mapFromDriverValue(value) as Date)
