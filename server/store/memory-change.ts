import {
  type ChangeStore,
  type CheckCaller,
  Condition,
  type Decision,
  Earliest,
  type Reading,
  type Row,
  type TableName,
  type TimesOf,
  upTo,
  type Write,
} from './change'
import type { ActingCaller, Entry } from './entry'
import type { OutgoingMail } from './outgoing-mail'

export type Rows = { [Name in TableName]: Row<Name>[] }

export interface Keys<Name extends TableName> {
  /** Columns of which no two rows have the same values; null is equal to nothing. */
  unique: readonly (readonly (keyof Row<Name>)[])[]
  /** The same, for rows with these values. */
  uniqueWhere?: readonly {
    columns: readonly (keyof Row<Name>)[]
    where: Partial<Row<Name>>
  }[]
  /** Columns that refer to another table. When a row there is removed, the rows that refer to it are removed, too. */
  partOf?: { readonly [Column in keyof Row<Name>]?: TableName }
  /** Columns that refer to another table, where a row can't be removed while rows refer to it. */
  keeps?: { readonly [Column in keyof Row<Name>]?: TableName }
}

/** The parts of changes that depend on the tables of the subjects, which the store doesn't know. */
export interface MemorySubjects<Data> {
  keys: { readonly [Name in TableName]: Keys<Name> }
  checkCaller: CheckCaller
  /** Saves a change's mails: notices as far as their mailboxes' limits allow. */
  saveMails(data: Data, mails: readonly OutgoingMail[]): void
  /** Saves a change's entries. */
  saveEntries(data: Data, entries: readonly Entry[]): void
}

type AnyRow = Record<string, unknown>
type Tables = Record<string, AnyRow[] | undefined>
/** The constraints of a table, without its types. */
interface AnyKeys {
  unique: readonly (readonly string[])[]
  uniqueWhere?: readonly { columns: readonly string[]; where: object }[]
  partOf?: Record<string, string>
  keeps?: Record<string, string>
}
type AllKeys = Record<TableName, AnyKeys>

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value)

function meets(value: unknown, wanted: unknown): boolean {
  if (!(wanted instanceof Condition)) return plain(value ?? null) === plain(wanted)
  const list = wanted.value as unknown[]
  const isKnown = value !== null && value !== undefined
  switch (wanted.kind) {
    case 'above':
      return isKnown && Number(plain(value)) > Number(plain(wanted.value))
    case 'upTo':
      return isKnown && Number(plain(value)) <= Number(plain(wanted.value))
    case 'not':
      return plain(value ?? null) !== plain(wanted.value)
    case 'oneOf':
      return list.includes(value)
    case 'noneOf':
      return !list.includes(value)
  }
}

const matcher = (where: object) => {
  const conditions = Object.entries(where)
  return (row: AnyRow) => conditions.every(([name, wanted]) => meets(row[name], wanted))
}

const byPrimaryKey = ({ unique: [columns = []] }: AnyKeys) => {
  const keyOf = (row: AnyRow) => columns.map((name) => row[name]).join('\n')
  return (one: AnyRow, other: AnyRow) => (keyOf(one) < keyOf(other) ? -1 : 1)
}

/** @returns a copy of a row with other values. */
function withValues(row: AnyRow, to: object): AnyRow {
  const values = Object.entries(to).filter(([, value]) => value !== undefined)
  const entries = values.map(([name, value]) => {
    if (!(value instanceof Earliest)) return [name, structuredClone(value)]
    const own = row[name] as Date | null
    return [name, own !== null && own < value.value ? own : value.value]
  })
  return { ...row, ...Object.fromEntries(entries) }
}

/**
 * Applies a write. It replaces rows and lists instead of changing them, so that the former ones can be restored.
 * @returns the number of changed rows.
 */
function apply(tables: Tables, keys: AllKeys, { table, ...change }: Write): number {
  const rows = tables[table] ?? []
  const isMeant = 'where' in change ? matcher(change.where) : () => false
  switch (change.kind) {
    case 'set':
      tables[table] = rows.map((row) => (isMeant(row) ? withValues(row, change.to) : row))
      break
    case 'remove':
      removeFrom(tables, keys, table, isMeant)
      return rows.filter(isMeant).length
    default: {
      const added = structuredClone(change.rows as unknown as AnyRow[])
      const isSame = (one: AnyRow) => (other: AnyRow) =>
        change.kind !== 'add' && (change.key as string[]).every((key) => one[key] === other[key])
      const others = change.kind === 'put' ? rows.filter((row) => !added.some(isSame(row))) : rows
      const inserted =
        change.kind === 'ensure' ? added.filter((row) => !rows.some(isSame(row))) : added
      tables[table] = [...others, ...inserted]
      requireUnique(table, keys[table], tables[table])
      return inserted.length
    }
  }
  requireUnique(table, keys[table], tables[table])
  return rows.filter(isMeant).length
}

function requireUnique(
  table: TableName,
  { unique, uniqueWhere = [] }: AnyKeys,
  rows: readonly AnyRow[],
): void {
  const all = [...unique.map((columns) => ({ columns, where: {} })), ...uniqueWhere]
  for (const { columns, where } of all) {
    const values = rows
      .filter(matcher(where))
      .map((row) => columns.map((name) => row[name]))
      .filter((own) => !own.some((value) => value === null || value === undefined))
      .map((own) => JSON.stringify(own))
    if (new Set(values).size < values.length)
      throw new Error(`Two rows of ${table} have one ${columns.join()}.`)
  }
}

/** Removes rows, and the rows that belong to them. @throws Error if a row keeps one of them. */
function removeFrom(
  tables: Tables,
  keys: AllKeys,
  table: string,
  isGone: (row: AnyRow) => boolean,
): void {
  const rows = tables[table] ?? []
  const removedIds = new Set(rows.filter(isGone).map(({ id }) => id))
  tables[table] = rows.filter((row) => !isGone(row))
  if (removedIds.size === 0) return
  for (const [name, { partOf = {}, keeps = {} }] of Object.entries(keys)) {
    for (const [column, parent] of Object.entries(partOf)) {
      if (parent === table) removeFrom(tables, keys, name, (row) => removedIds.has(row[column]))
    }
    for (const [column, parent] of Object.entries(keeps)) {
      const isKept = parent === table && tables[name]?.some((row) => removedIds.has(row[column]))
      if (isKept) throw new Error(`${name} refers to a row of ${table}.`)
    }
  }
}

/** The last change of each store's data, which the next one waits for: several stores may share the data. */
const lastChanges = new WeakMap<object, Promise<unknown>>()

/** The in-memory form of all changes. */
export function changeMethods<Data extends Rows>(
  data: Data,
  { keys: keysByName, checkCaller, saveMails, saveEntries }: MemorySubjects<Data>,
): ChangeStore {
  const tables = data as unknown as Tables
  const keys = keysByName as unknown as AllKeys
  let mailListener = () => {}

  const reading = {
    all: async (table: TableName, where: object) =>
      structuredClone((tables[table] ?? []).filter(matcher(where)).sort(byPrimaryKey(keys[table]))),
    one: async (table: TableName, where: object) =>
      structuredClone((tables[table] ?? []).find(matcher(where)) ?? null),
    count: async (table: TableName, where: object) =>
      (tables[table] ?? []).filter(matcher(where)).length,
    some: async (table: TableName, where: object, most: number) =>
      structuredClone((tables[table] ?? []).filter(matcher(where)).slice(0, most)),
  } as Reading & Pick<ChangeStore, 'some'>

  async function attempt<Answer>(
    caller: ActingCaller | null,
    decide: (read: Reading) => Promise<Decision<Answer>>,
  ): Promise<Answer> {
    if (caller) await checkCaller(reading, caller)
    const decision = await decide(reading)
    if (decision.writes === undefined) return decision.answer
    // From here on nothing is awaited, so nobody sees a part of the change.
    const former = { ...data }
    const { mails = [] } = decision
    try {
      for (const write of decision.writes) apply(tables, keys, write)
      saveMails(data, mails)
      saveEntries(data, decision.entries ?? [])
    } catch (error) {
      Object.assign(data, former)
      throw error
    }
    if (mails.length > 0) mailListener()
    return decision.answer
  }

  return {
    change: (_name, _lock, caller, decide) => {
      const before = lastChanges.get(data) ?? Promise.resolve()
      const answer = before.then(() => attempt(caller, decide))
      lastChanges.set(
        data,
        answer.catch(() => {}),
      )
      return answer
    },

    onMails(listener) {
      mailListener = listener
    },

    save: async (write) => apply(tables, keys, write),

    take: (async ({ table, due, where = {} }, now, until, most) => {
      const isDue = matcher({ ...where, [due]: upTo(now) })
      const taken = (tables[table] ?? [])
        .filter(isDue)
        .sort((one, other) => Number(one[due]) - Number(other[due]))
        .slice(0, most)
      tables[table] = (tables[table] ?? []).map((row) =>
        taken.includes(row) ? { ...row, [due]: until } : row,
      )
      return structuredClone(taken.map((row) => ({ ...row, [due]: until })))
    }) as ChangeStore['take'],

    ...reading,

    async earliest(times) {
      const found = Object.entries<TimesOf>(times).map(([name, { table, column, where }]) => {
        const rows = (tables[table] ?? []).filter(matcher(where))
        const own = rows.map((row) => row[column] as Date | null).filter((time) => time !== null)
        return [
          name,
          own.reduce<Date | null>((one, other) => (one && one <= other ? one : other), null),
        ]
      })
      return { times: Object.fromEntries(found), isReadOnly: false }
    },

    async discard({ table, where, keptBy }, most) {
      const isOutdated = matcher(where)
      const keepers = keptBy ? (tables[keptBy.table] ?? []) : []
      const keptIds = new Set(keepers.map((row) => row[keptBy?.column ?? '']))
      const outdated = (tables[table] ?? []).filter(
        (row) => isOutdated(row) && !keptIds.has(row.id),
      )
      const removed = new Set(outdated.slice(0, most))
      removeFrom(tables, keys, table, (row) => removed.has(row))
      return removed.size
    },
  }
}
