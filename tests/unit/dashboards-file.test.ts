import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  parseDashboards,
  readDashboardsFile,
} from '../../server/dashboards/providers/dashboards-file'
import { FileError } from '../../server/lib/operator-file'
import { newFolder } from '../support/folders'
import { refusalBy } from '../support/settings-examples'

const sales = { id: 'sales', name: 'Sales', metabaseId: 12 }
const parse = (...dashboards: unknown[]) => parseDashboards({ dashboards }, 'tenant', 'the file')

const refusalOf = (read: () => unknown) => refusalBy(FileError, read)

function fileWith(text: string): string {
  const path = join(newFolder(), 'dashboards.json')
  writeFileSync(path, text)
  return path
}

test('lists dashboards in the order of their tabs, with further locked parameters', () => {
  const support = { id: 'help-desk', name: 'Help desk', metabaseId: 3 }
  const lockedParameters = { region: ['emea', 'apac'], year: 2026, test: false }
  const path = fileWith(JSON.stringify({ dashboards: [{ ...sales, lockedParameters }, support] }))
  expect(readDashboardsFile(path, 'tenant')).toEqual([
    { ...sales, lockedParameters },
    { ...support, lockedParameters: {} },
  ])
})

test('a refusal names every wrong field at once, by its dashboard', () => {
  const refusal = refusalOf(() =>
    parse(sales, { id: 'Sales!', name: '', metabaseId: 0, metabaseid: 7 }, { id: 'support' }),
  )
  expect(refusal).toContain('dashboard 2 "Sales!": id must be lower-case letters')
  expect(refusal).toContain('dashboard 2 "Sales!": metabaseId must be 1 or more')
  expect(refusal).toContain('dashboard 2 "Sales!": metabaseid is not a known field')
  expect(refusal).toContain('dashboard 3 "support": name ')
})

test.each([
  [[sales, { ...sales, name: 'Other' }], 'the id "sales" is used twice'],
  [[sales, { ...sales, id: 'other', name: 'SALES' }], '"SALES" is used twice'],
  [[], 'at least one dashboard'],
  [Array(51).fill(sales), 'at most 50 dashboards'],
])('a list of others than one to fifty different dashboards is refused', (dashboards, text) => {
  expect(refusalOf(() => parse(...dashboards))).toContain(text)
})

const tooMany = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, 1]))

test.each([
  ['whose data shows', { tenant: 1 }, 'dashboard "sales": lockedParameters may not set tenant'],
  ['a list that switches the filter off', { a: [] }, 'a list of 1 to 100'],
  ['too many', tooMany, 'at most 20 parameters'],
])('of the locked parameters %s is refused', (_what, lockedParameters, text) => {
  expect(refusalOf(() => parse({ ...sales, lockedParameters }))).toContain(text)
})

test('a file that is missing, or no JSON, is refused', () => {
  const read = (path: string) => refusalOf(() => readDashboardsFile(path, 'tenant'))
  expect(read('/nowhere/dashboards.json')).toContain("can't be read")
  expect(read(fileWith('{'))).toContain('is not JSON')
  expect(read(fileWith('{"dashboards": {}}'))).toContain('must be a list')
})
