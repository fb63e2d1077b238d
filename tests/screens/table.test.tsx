import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Table } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { actionsColumn, type Features } from '../../src/ui/table/columns'
import { TableCard } from '../../src/ui/table/TableCard'
import { type TableSort, tableSort } from '../../src/ui/table/table-sort'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { enter, openAs } from '../support/render-app'
import { catchFiles } from '../support/saved-files'
import { shownTexts } from '../support/shown-rows'

interface Row {
  name: string
  rank: number | undefined
}
const { accessor, columns: columnsOf } = createColumnHelper<Features, Row>()
const columns = columnsOf([
  accessor('name', { id: 'name', header: 'Name' }),
  accessor('rank', {
    id: 'rank',
    header: 'Rank',
    sortDescFirst: true,
    meta: { text: ({ rank }) => String(rank ?? 'none') },
  }),
  actionsColumn<Row>('', ''),
])

const shownNames = () => shownTexts().map(([name]) => name)

function showTable(rows: readonly Row[], sort: TableSort) {
  const query = { data: rows, isPending: false, retry: async () => {} }
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <RouterContextProvider router={router as never}>
      <TableCard
        title="Table"
        text=""
        query={query}
        failure=""
        empty={{ icon: Table, title: '', text: '' }}
        csv={null}
        columns={columns}
        rowId={({ name }) => name}
        sort={sort}
        sortedFirst="rank"
        onSortChange={() => {}}
      />
    </RouterContextProvider>,
  )
}

test('texts sort as people order them, not by code points', () => {
  const names = ['Scale', 'émigré', 'plan 10', 'plan 9', 'Zebra']
  showTable(
    names.map((name) => ({ name, rank: 0 })),
    { sort: 'name', order: 'asc' },
  )
  expect(shownNames()).toEqual(['émigré', 'plan 9', 'plan 10', 'Scale', 'Zebra'])
})

test.each([
  ['asc', ['two', 'as two', 'ten', 'none']],
  ['desc', ['ten', 'two', 'as two', 'none']],
] as const)(
  'numbers sort as numbers, %s; equal ones keep their order, empty ones come last',
  (...row) => {
    const [order, names] = row
    const rows = [
      { name: 'none', rank: undefined },
      { name: 'two', rank: 2 },
      { name: 'ten', rank: 10 },
      { name: 'as two', rank: 2 },
    ]
    showTable(rows, { sort: 'rank', order })
    expect(shownNames()).toEqual(names)
  },
)

const historyOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    plan_name: index % 5 === 0 ? 'Génie' : 'Growth',
    ...(index === 9 && { interval: 'yearly' as const }),
    status: false,
    upgrade_status: false,
    start_date: `20${10 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`,
    end_date: null,
  }))

async function openHistory(count: number) {
  serve({ profile: profileWith(planNamed('Growth')), activity: historyOf(count) })
  const { user } = await openAs('admin', '/dashboard/subscription')
  await screen.findByRole('table', { name: 'Subscription Activity' })
  return user
}

test('a filter keeps matching rows, which alone download as CSV, and says how many it hides', async () => {
  const user = await openHistory(15)
  const filter = screen.getByRole('searchbox', { name: 'Filter Subscription Activity' })
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'f' })
    expect(document.activeElement).toBe(filter)
  })
  const region = screen.getByText((_, element) => element?.matches('p[role=status]') === true)
  for (const value of ['G', 'GE', ' GENIE ']) enter(filter, value)
  await screen.findByText('3 of 15')
  expect(shownNames()).toEqual(['Génie', 'Génie', 'Génie'])
  await waitFor(() => expect(region.textContent).toBe('3 of 15 rows'))
  const files = catchFiles()
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  const file = await vi.waitUntil(() => files[0])
  expect(file.name).toMatch(/^subscription-activity-\d{4}-\d\d-\d\d\.csv$/)
  expect(await file.text).toBe(
    '\uFEFFPlan Name,STATUS,START DATE,END DATE,Time zone\r\n' +
      'Génie,Canceled,2010-11-01,,UTC\r\n' +
      'Génie,Canceled,2010-06-01,,UTC\r\n' +
      'Génie,Canceled,2010-01-01,,UTC\r\n',
  )
  enter(filter, 'nothing like it')
  await screen.findByRole('heading', { name: 'Nothing matches “nothing like it”' })
  expect(screen.getByRole('button', { name: 'Download CSV' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  await waitFor(() => expect(shownNames()).toHaveLength(15))
  expect(document.activeElement).toBe(filter)
  enter(filter, 'yearly')
  await waitFor(() => expect(shownNames()).toEqual(['Growth (yearly)']))
})

test('a column’s head sorts by it; so does a list of orders, because phones show no heads', async () => {
  const user = await openHistory(3)
  for (const names of [
    ['Génie', 'Growth', 'Growth'],
    ['Growth', 'Growth', 'Génie'],
    ['Génie', 'Growth', 'Growth'],
  ]) {
    await user.click(screen.getByRole('button', { name: 'Plan Name' }))
    await waitFor(() => expect(shownNames()).toEqual(names))
  }
  const list = screen.getByRole('combobox', { name: 'Sort Subscription Activity' })
  expect(list).toHaveProperty('value', 'plan_name asc')
  await user.selectOptions(list, 'Plan Name, descending')
  await waitFor(() => expect(shownNames()).toEqual(['Growth', 'Growth', 'Génie']))
  // No page was opened, whose heading would get the focus.
  expect(document.activeElement).toBe(list)
})

test.each([
  [10, false],
  [11, true],
])('a table of %i rows has a filter: %s', (length, has) => {
  const rows = Array.from({ length }, (_, index) => ({ name: `${index}`, rank: index }))
  showTable(rows, { sort: 'name', order: 'asc' })
  expect(screen.queryByRole('searchbox') !== null).toBe(has)
})

test.each([
  [{}, 'Rank', 'descending'],
  [{ sort: 'name', order: 'desc' }, 'Name', 'descending'],
  [{ sort: 'name' }, 'Name', 'ascending'],
  [{ order: 'asc' }, 'Rank', 'ascending'],
  [{ sort: 'constructor', order: 'up' }, 'Rank', 'descending'],
])('the address %j sorts by %s, %s', (search, name, order) => {
  showTable([{ name: 'one', rank: 1 }], tableSort(search))
  const sorted = screen
    .getAllByRole('columnheader')
    .map((header) => [header.textContent, header.getAttribute('aria-sort')])
    .filter(([, sort]) => sort !== null)
  expect(sorted).toEqual([[name, order]])
})
