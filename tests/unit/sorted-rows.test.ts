import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedRows } from '../../src/ui/table/sorted-rows'

interface Entry {
  name: number
  value: number | undefined
}

const entriesOf = (values: readonly (number | undefined)[]): Entry[] =>
  values.map((value, name) => ({ name, value }))

/** As much of a table as sorting asks for. */
function tableOf(entries: readonly Entry[]) {
  const modelOf = (given: readonly Entry[]) => {
    const rows = given.map((original, index) => ({ original, index }))
    return { rows, flatRows: rows, rowsById: {} }
  }
  let model = modelOf(entries)
  let sorting: { id: string; desc: boolean }[] = []
  const rows = sortedRows({
    getPreSortedRowModel: () => model,
    getColumn: () => ({ accessorFn: (entry: Entry) => entry.value }),
    atoms: { sorting: { get: () => sorting } },
  } as never)
  return {
    replace(given: readonly Entry[]) {
      model = modelOf(given)
    },
    sorted(order: 'asc' | 'desc' | null): Entry[] {
      sorting = order === null ? [] : [{ id: 'value', desc: order === 'desc' }]
      return rows().rows.map((row) => row.original as Entry)
    },
    rows,
  }
}

const someValues = fc.array(fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }))

test('rows sort by their numbers, without one last, and as they were where those are equal', () => {
  fc.assert(
    fc.property(someValues, (values) => {
      const entries = entriesOf(values)
      const table = tableOf(entries)
      for (const [order, sign] of [['asc', 1] as const, ['desc', -1] as const]) {
        const rank = ({ value }: Entry) => (value === undefined ? 10 : sign * value)
        // What `toSorted` finds equal stays as it was.
        expect(table.sorted(order)).toEqual(entries.toSorted((a, b) => rank(a) - rank(b)))
      }
      expect(table.sorted(null)).toEqual(entries)
    }),
  )
})

test('an order is made once for the same rows, and anew for others', () => {
  const table = tableOf(entriesOf([2, 1]))
  table.sorted('asc')
  const made = table.rows()
  table.sorted('desc')
  table.sorted('asc')
  expect(table.rows()).toBe(made)
  table.replace(entriesOf([5, 4, 3]))
  expect(table.sorted('asc').map(({ value }) => value)).toEqual([3, 4, 5])
})
