import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import type { Store } from '../../server/api/store'
import type { ChangeName } from '../../server/store/change'

/** Every kind of change, and what it does: a missing one is a type error. */
const kinds: Record<Exclude<ChangeName, 'test'>, 'saves' | 'only reads'> = {
  'act-in-sandbox': 'saves',
  'add-entries': 'saves',
  'add-passkey': 'saves',
  'add-user': 'saves',
  'begin-second-factor': 'saves',
  'change-password': 'saves',
  'change-plans': 'saves',
  'change-second-factor-rule': 'saves',
  'change-slug': 'saves',
  'check-checkout': 'only reads',
  'confirm-address': 'saves',
  'confirm-second-factor': 'saves',
  'delete-organisation': 'saves',
  'request-deletion': 'saves',
  'withdraw-deletion': 'saves',
  'remind-of-deletion': 'saves',
  'tell-abandoned': 'saves',
  'end-sessions': 'saves',
  'erase-person': 'saves',
  'export-account': 'saves',
  'fail-check': 'saves',
  'found-organisation': 'saves',
  'hear-of-refund': 'saves',
  invite: 'saves',
  join: 'saves',
  leave: 'saves',
  'mail-address-link': 'saves',
  'note-expiry': 'saves',
  'note-refusal': 'saves',
  'open-checkout': 'saves',
  'release-address': 'saves',
  'remove-member': 'saves',
  'remove-passkey': 'saves',
  'remove-second-factor': 'saves',
  'rename-organisation': 'saves',
  'rename-passkey': 'saves',
  'renew-recovery-codes': 'saves',
  'resend-invitation': 'saves',
  'reset-second-factor': 'saves',
  'revoke-invitation': 'saves',
  'save-receipts': 'saves',
  'save-reset': 'saves',
  'set-password-by-link': 'saves',
  'set-role': 'saves',
  'settle-mail': 'saves',
  'subscribe-report': 'saves',
  'change-report': 'saves',
  'move-report': 'saves',
  'remove-report': 'saves',
  'sign-in': 'saves',
  'spend-code': 'saves',
  'spend-passkey': 'saves',
  'tell-of-refused-codes': 'saves',
  'tell-of-refused-passkey': 'saves',
  'unprove-address': 'saves',
  'update-profile': 'saves',
  'update-refund': 'saves',
  'change-buyer': 'saves',
  'bill-receipt': 'saves',
  'add-copy': 'saves',
  'remove-copy': 'saves',
  'confirm-copy': 'saves',
  'correct-invoice': 'saves',
}

export const isSaving = (name: ChangeName) => name !== 'test' && kinds[name] === 'saves'

/** @returns the kinds that save, without those named. */
export const kindsWithout = (names: ReadonlySet<string>) =>
  Object.entries(kinds).flatMap(([name, does]) =>
    does === 'saves' && !names.has(name) ? [name] : [],
  )

/** A run of a change, whose connection breaks before its statement of that number. */
interface Run {
  statements: number
  breakAt: number
  /** The statements before that, which the database has carried out by then. */
  done: Promise<unknown>[]
}

/** @returns a store whose changes are made by `make`, which is given each one's name. */
export const changingBy = (
  store: Store,
  make: <Answer>(name: ChangeName, work: () => Promise<Answer>) => Promise<Answer>,
): Store => ({
  ...store,
  change: (name, lock, by, decide) => make(name, () => store.change(name, lock, by, decide)),
  addEntries: (entries) => make('add-entries', () => store.addEntries(entries)),
})

/**
 * @param query asks the database, and answers with rows as arrays.
 * @returns what all tables hold, as a sum of each.
 */
export async function stateOf(query: (text: string) => Promise<unknown[][]>): Promise<string> {
  const tables = await query(
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  )
  const sums = tables.map(
    ([name]) =>
      `(select md5(string_agg(one::text, '|' order by one::text)) from public.${name} one)`,
  )
  const [row = []] = await query(`select ${sums.join(', ')}`)
  return tables.map(([name], index) => `${name} ${row[index]}`).join('\n')
}

const streamOf = (client: Client) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream

/**
 * Breaks changes on PostgreSQL: before it is made, each is tried again and again, its connection lost before its first
 * statement, its second, and so on to COMMIT. After each try, all tables must hold what they did before.
 * @param most of each kind that are broken: the first that save something while nothing else happens.
 */
export function breakChanges(most: number) {
  const current = new AsyncLocalStorage<Run>()
  let observer: Client | undefined
  let queries = 0
  let underWay = 0
  /** How many of each kind were broken between any two statements. */
  const broken = new Map<string, number>()
  const halfDone: string[] = []

  // Not by a spy of Vitest's: there can be one of a method, and `watchStatements` has it.
  const original = Client.prototype.query
  const query = original as (...given: unknown[]) => unknown
  function breakingQuery(this: Client, ...given: unknown[]): unknown {
    if (this === observer) return query.apply(this, given)
    queries += 1
    underWay += 1
    const ends = () => {
      underWay -= 1
    }
    const run = current.getStore()
    const answered = given.findIndex((one) => typeof one === 'function')
    // A statement by itself that waited for the change's connection is sent where that is given back.
    if (answered >= 0) {
      const answer = given[answered] as (...answer: unknown[]) => void
      return query.apply(
        this,
        given.with(answered, (...answers: unknown[]) => {
          ends()
          answer(...answers)
        }),
      )
    }
    const counted = (sent: unknown) => {
      void Promise.allSettled([sent]).then(ends)
      return sent
    }
    if (!run) return counted(query.apply(this, given))
    run.statements += 1
    if (run.statements < run.breakAt) {
      const statement = query.apply(this, given) as Promise<unknown>
      run.done.push(statement)
      return counted(statement)
    }
    return counted(
      Promise.allSettled(run.done).then(() => {
        streamOf(this).destroy()
        return query.apply(this, given)
      }),
    )
  }
  Client.prototype.query = breakingQuery as typeof original

  const state = () =>
    stateOf(async (text) => (await (observer as Client).query({ text, rowMode: 'array' })).rows)

  async function makeBroken<Answer>(name: string, make: () => Promise<Answer>): Promise<Answer> {
    // Nobody else may change a table between the first look at them and the last one.
    let wasAlone = underWay === 0
    let others = queries
    const before = await state()
    for (let breakAt = 1; ; breakAt += 1) {
      const run: Run = { statements: 0, breakAt, done: [] }
      const outcome = await current.run(run, make).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      )
      const after = await state()
      wasAlone &&= queries - others === run.statements
      others = queries
      const isSame = after === before
      if (run.statements < breakAt) {
        if (wasAlone && !isSame) broken.set(name, (broken.get(name) ?? 0) + 1)
        if ('error' in outcome) throw outcome.error
        return outcome.answer
      }
      if (wasAlone && !isSame) halfDone.push(`${name} before its statement ${breakAt}`)
    }
  }

  return {
    /**
     * @param url of the store's database.
     * @returns the store, whose changes are broken from here on.
     */
    async breaking(url: string, store: Store): Promise<Store> {
      await observer?.end()
      observer = new Client({ connectionString: url })
      await observer.connect()
      return changingBy(store, (name, work) => {
        const count = broken.get(name) ?? 0
        // After the first, those that others would disturb aren't worth their tries.
        return count >= most || (count > 0 && underWay > 0) ? work() : makeBroken(name, work)
      })
    },
    halfDone,
    /** @returns the kinds that save, and were not broken between any two of their statements. */
    missing: () => kindsWithout(new Set(broken.keys())),
    async stop() {
      Client.prototype.query = original
      await observer?.end()
    },
  }
}
