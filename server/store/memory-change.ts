import {
  type ActingCaller,
  CallerRefused,
  type Cause,
  type ChangeStore,
  Condition,
  type Decision,
  Earliest,
  type Reading,
  type Row,
  type TableName,
  upTo,
  type Write,
} from './change'
import { dayOf, type Entry } from './events'
import { keys } from './keys'
import { tell } from './memory-events'
import { type OutgoingMail, sorted } from './notices'

/** The rows of each table, by name; none at all are none. */
export type ChangeData = { [Name in TableName]: Row<Name>[] } & {
  events: Entry[]
  /** How many notices a mailbox got on a day, by both. */
  noticeCounts: Record<string, { day: Date; count: number }>
}

type AnyRow = Record<string, unknown>
type Tables = Record<string, AnyRow[] | undefined>

/** How often a change is decided again because of a row in its way, as in the database. */
const mostAttempts = 6

/** A unique constraint refused a write. */
class InTheWay extends Error {}

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

const byPrimaryKey = (table: TableName) => {
  const [columns = []] = keys[table].unique as readonly (readonly string[])[]
  const keyOf = (row: AnyRow) => columns.map((name) => row[name]).join('\n')
  return (one: AnyRow, other: AnyRow) => (keyOf(one) < keyOf(other) ? -1 : 1)
}

/** @returns a changed row. */
function changed(row: AnyRow, to: object): AnyRow {
  const values = Object.entries(to).filter(([, value]) => value !== undefined)
  const entries = values.map(([name, value]) => {
    if (!(value instanceof Earliest)) return [name, structuredClone(value)]
    const own = row[name] as Date | null
    return [name, own !== null && own < value.value ? own : value.value]
  })
  return { ...row, ...Object.fromEntries(entries) }
}

/** Saves a change's mails: notices as far as their mailboxes' limits allow (D95). */
function saveMails(data: ChangeData, mails: readonly OutgoingMail[]): void {
  const { always, notices } = sorted(mails)
  const counts = { ...data.noticeCounts }
  const placed = notices.flatMap(({ mailbox: { key, most, instead }, ...mail }) => {
    const day = dayOf(mail.createdAt).from
    const ofDay = `${key} ${day.toISOString()}`
    const count = (counts[ofDay]?.count ?? 0) + 1
    counts[ofDay] = { day, count }
    if (count > most + 1) return []
    return count > most ? { ...mail, ...instead } : mail
  })
  data.noticeCounts = counts
  data.mails = [...data.mails, ...structuredClone([...always, ...placed])]
}

/** Makes one write. Rows and lists are replaced, so that the former ones can come back. @returns how many rows. */
function write(tables: Tables, { table, ...given }: Write): number {
  const rows = tables[table] ?? []
  const isMeant = 'where' in given ? matcher(given.where) : () => false
  switch (given.kind) {
    case 'set':
      tables[table] = rows.map((row) => (isMeant(row) ? changed(row, given.to) : row))
      break
    case 'remove':
      removeFrom(tables, table, isMeant)
      return rows.filter(isMeant).length
    default: {
      const added = structuredClone(given.rows as unknown as AnyRow[])
      const isSame = (one: AnyRow) => (other: AnyRow) =>
        given.kind !== 'add' && (given.key as string[]).every((key) => one[key] === other[key])
      const stay = given.kind === 'put' ? rows.filter((row) => !added.some(isSame(row))) : rows
      const come = given.kind === 'ensure' ? added.filter((row) => !rows.some(isSame(row))) : added
      tables[table] = [...stay, ...come]
      requireUnique(table, tables[table])
      return come.length
    }
  }
  requireUnique(table, tables[table])
  return rows.filter(isMeant).length
}

function requireUnique(table: TableName, rows: readonly AnyRow[]): void {
  const { unique, uniqueWhere = [] } = keys[table]
  const all = [...unique.map((columns) => ({ columns, where: {} })), ...uniqueWhere]
  for (const { columns, where } of all) {
    const values = rows
      .filter(matcher(where))
      .map((row) => columns.map((name) => row[name]))
      .filter((own) => !own.some((value) => value === null || value === undefined))
      .map((own) => JSON.stringify(own))
    if (new Set(values).size < values.length) throw new InTheWay(`${table} (${columns.join()})`)
  }
}

/** Removes rows, and those that belong to them. @throws Error if others keep them. */
function removeFrom(tables: Tables, table: TableName, isGone: (row: AnyRow) => boolean): void {
  const rows = tables[table] ?? []
  const gone = new Set(rows.filter(isGone).map(({ id }) => id))
  tables[table] = rows.filter((row) => !isGone(row))
  if (gone.size === 0) return
  for (const [name, { partOf = {}, keeps = {} }] of Object.entries(keys)) {
    for (const [column, parent] of Object.entries(partOf)) {
      if (parent === table) removeFrom(tables, name as TableName, (row) => gone.has(row[column]))
    }
    for (const [column, parent] of Object.entries(keeps)) {
      const isKept = parent === table && tables[name]?.some((row) => gone.has(row[column]))
      if (isKept) throw new Error(`${name} refers to a row of ${table}.`)
    }
  }
  if (table === 'organisations') {
    tables.events = tables.events?.filter((entry) => !gone.has(entry.organisationId)) ?? []
  }
}

/** The change under way on each store's data: several stores may share it. */
const lastOf = new WeakMap<object, Promise<unknown>>()

/** The in-memory form of all changes. */
export function changeMethods(data: ChangeData): ChangeStore {
  const tables = data as unknown as Tables

  const reading = {
    all: async (table: TableName, where: object) =>
      structuredClone((tables[table] ?? []).filter(matcher(where)).sort(byPrimaryKey(table))),
    one: async (table: TableName, where: object) =>
      structuredClone((tables[table] ?? []).find(matcher(where)) ?? null),
  } as Reading

  function checkCaller(by: Cause): void {
    if (typeof by === 'string') return
    const { user, sessionId }: ActingCaller = by
    const account = data.users.find(({ id }) => id === user.id)
    const isAlive = data.sessions.some(({ id, userId }) => id === sessionId && userId === user.id)
    if (!account || !isAlive) throw new CallerRefused('signed-out')
    if (user.isAdmin && !account.isAdmin) throw new CallerRefused('not-admin')
  }

  async function attempt<Answer>(
    by: Cause,
    decide: (read: Reading) => Promise<Decision<Answer>>,
  ): Promise<Answer> {
    checkCaller(by)
    const decision = await decide(reading)
    if (decision.writes === undefined) return decision.answer
    // From here on nothing is awaited: nobody sees a part of it.
    const former = { ...data }
    try {
      for (const each of decision.writes) write(tables, each)
      const { mails = [], entries } = decision
      saveMails(data, mails)
      tell(data, entries ?? [])
    } catch (error) {
      Object.assign(data, former)
      throw error
    }
    return decision.answer
  }

  async function repeated<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof InTheWay) || attempts === mostAttempts) throw error
      }
    }
  }

  return {
    change: (_name, _lock, by, decide) => {
      const before = lastOf.get(data) ?? Promise.resolve()
      const mine = before.then(() => repeated(() => attempt(by, decide)))
      lastOf.set(
        data,
        mine.catch(() => {}),
      )
      return mine
    },

    save: async (given) => write(tables, given),

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
  }
}
