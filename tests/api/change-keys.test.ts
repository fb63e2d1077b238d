import { getTableColumns, is, SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { keys } from '../../server/app/keys'
import { tables } from '../../server/app/tables'
import type { TableName } from '../../server/store/change'

const names = Object.keys(tables) as TableName[]

test.each(names)('the table %s has the constraints that memory holds', (name) => {
  const table = tables[name]
  const fields = new Map(
    Object.entries(getTableColumns(table)).map(([field, column]) => [column.name, field]),
  )
  const fieldsOf = (columns: readonly { name: string }[]) =>
    columns.map((column) => fields.get(column.name))
  const config = getTableConfig(table)
  const { unique, uniqueWhere = [], partOf = {}, keeps = {} } = keys[name]

  const constraints = [...config.primaryKeys, ...config.uniqueConstraints]
  expect(constraints.map(({ columns }) => fieldsOf(columns))).toEqual(unique)

  const partial = config.indexes.filter((index) => index.config.unique)
  expect(
    partial.map(({ config: { columns, where } }) => [
      fieldsOf(columns as PgColumn[]),
      is(where, SQL) && where.queryChunks.length > 0,
    ]),
  ).toEqual(uniqueWhere.map(({ columns }) => [columns, true]))

  const references = config.foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    const parent = names.find((other) => tables[other] === foreignTable)
    return [fieldsOf(columns)[0], parent, key.onDelete === 'cascade' ? 'goes' : 'keeps']
  })
  expect(references).toEqual([
    ...Object.entries(partOf).map(([field, parent]) => [field, parent, 'goes']),
    ...Object.entries(keeps).map(([field, parent]) => [field, parent, 'keeps']),
  ])
})
