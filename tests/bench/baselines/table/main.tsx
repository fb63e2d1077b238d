/**
 * The smallest page on this stack that asks the API and shows a sortable table: what a signed-in
 * screen can't be faster than.
 */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import ky from 'ky'
import { createRoot } from 'react-dom/client'

interface Row {
  plan_name: string
  status: boolean
  start_date: string
  end_date: string | null
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
})
const helper = createColumnHelper<typeof features, Row>()
const columns = helper.columns([
  helper.accessor('plan_name', { header: 'Plan Name' }),
  helper.accessor((row) => (row.status ? 'Active' : 'Canceled'), { id: 'status' }),
  helper.accessor('start_date', { header: 'START DATE' }),
  helper.accessor((row) => row.end_date ?? 'N/A', { id: 'end_date' }),
])
const nothing: Row[] = []

function Activity() {
  const activity = useQuery({
    queryKey: ['subscription-activity'],
    queryFn: () => ky.get('/api/subscription-activity/').json<{ data: Row[] }>(),
  })
  const table = useTable({ features, columns, data: activity.data?.data ?? nothing })
  if (activity.isPending) return <p>Loading...</p>
  return (
    <table>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} onClick={header.column.getToggleSortingHandler()}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rootRoute = createRootRoute({ component: Outlet })
const activityRoute = createRoute({
  path: '/',
  getParentRoute: () => rootRoute,
  component: Activity,
})
const router = createRouter({ routeTree: rootRoute.addChildren([activityRoute]) })

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
