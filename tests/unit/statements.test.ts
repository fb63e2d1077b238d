import { expect, test } from 'vitest'
import { tables } from '../../server/app/tables'
import {
  above,
  earliest,
  noneOf,
  not,
  oneOf,
  put,
  update,
  upTo,
  type Write,
} from '../../server/store/change'
import {
  countStatement,
  discardStatement,
  earliestStatement,
  insertionStatement,
  readStatement,
  takeStatement,
  writeStatement,
} from '../../server/store/sql/change-statements'
import { userExample } from '../support/examples'

const { invitations, mails, refunds } = tables
const time = new Date('2026-01-02T03:04:05Z')
const every = { most: null, isHeld: false }
const write = (one: object) =>
  writeStatement(invitations, { table: 'invitations', ...one } as Write)
const set = (where: object, to: object) => write({ kind: 'set', where, to })
const insert = (kind: 'put' | 'ensure', key: string) =>
  insertionStatement(invitations, { kind, key: [key], rows: [] })
const take = (due: string, where = {}) => takeStatement(invitations, { due, where }, time, time, 1)
const discard = (where: object, keptBy: Parameters<typeof discardStatement>[2]) =>
  discardStatement(invitations, where, keptBy, 1)
const timeOf = (column: string, where: object) =>
  earliestStatement([{ table: invitations, column, where }])

test('two statements that differ in more than their values have texts of their own', () => {
  const statements = [
    null,
    time,
    ...[not(null), not(time), above(time), upTo(time), oneOf([time, time]), noneOf([time, time])],
  ].flatMap((openedAt) => {
    const where = { openedAt }
    return [
      readStatement(invitations, where, every),
      readStatement(invitations, where, { ...every, isHeld: true }),
      readStatement(invitations, where, { ...every, most: 1 }),
      countStatement(invitations, where),
      write({ kind: 'remove', where }),
      ...[null, time, earliest(time)].map((expiresAt) => set(where, { expiresAt })),
      ...['expiresAt', 'createdAt'].map((due) => take(due, where)),
      ...['expiresAt', 'createdAt'].map((column) => timeOf(column, where)),
      discard(where, null),
      ...['id', 'paymentId'].map((column) => discard(where, { table: refunds, column })),
      discard(where, { table: mails, column: 'id' }),
    ]
  })
  const others = [
    ...[set({ id: 'a' }, { emailKey: 'a' }), set({ id: 'a' }, { emailKey: 'a', openedAt: time })],
    ...[insert('put', 'id'), insert('ensure', 'id'), insert('put', 'tokenHash')],
    ...[invitations, mails].map((table) => insertionStatement(table, { kind: 'add', rows: [] })),
  ]
  const all = [...statements, ...others].map(({ text }) => text)
  expect(all.filter((text, index) => all.indexOf(text) < index)).toEqual([])
})

test('rows are held in one order, and work that another server has begun is skipped', () => {
  const { text } = readStatement(invitations, {}, { ...every, isHeld: true })
  expect(text).toMatch(/ order by \S+"id" asc for no key update$/)
  for (const { text } of [take('expiresAt'), discard({ id: 'a' }, null)])
    expect(text).toContain(' for update skip locked')
})

test('a statement has the values that it is given each time', () => {
  const read = (openedAt: Date, id: string) => readStatement(invitations, { openedAt, id }, every)
  const [one, other] = [read(time, 'a'), read(new Date(0), 'b')]
  expect(one.text).toBe(other.text)
  expect([one.values, other.values]).toEqual([
    ['2026-01-02T03:04:05.000Z', 'a'],
    ['1970-01-01T00:00:00.000Z', 'b'],
  ])
})

test('rows are replaced in one order, so that two servers don’t deadlock, and the last of a key counts', () => {
  const row = (id: string, name = id) => ({ id, name }) as never
  expect(put('organisations', ['id'], row('c'), row('a', 'x'), row('b'), row('a'))).toMatchObject({
    rows: ['a', 'b', 'c'].map((id) => ({ id, name: id })),
  })
})

test('a row is written only in what differs, which an equal time does not', () => {
  const user = userExample({
    id: 'ada',
    organisationId: 'acme',
    email: 'ada@acme.test',
    createdAt: time,
  })
  const same = { ...user, createdAt: new Date(time) }
  expect(update('users', [user], [same])).toEqual([])
  expect(update('users', [user], [{ ...same, fullName: 'Ada King' }])).toEqual([
    expect.objectContaining({ where: { id: user.id }, to: { fullName: 'Ada King' } }),
  ])
})
