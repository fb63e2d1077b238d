import { createColumnHelper } from '@tanstack/react-table'
import { Mails, ReceiptText, Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../src/ui/Button'
import { Card } from '../../../src/ui/Card'
import { EmptyState } from '../../../src/ui/EmptyState'
import { LoadingText } from '../../../src/ui/LoadingText'
import { Skeleton } from '../../../src/ui/Skeleton'
import type { Features } from '../../../src/ui/table/columns'
import { TableCard } from '../../../src/ui/table/TableCard'
import type { TableSort } from '../../../src/ui/table/table-sort'
import { Specimen } from './Specimen'

interface Plan {
  name: string
  from: string
}

const plans: readonly Plan[] = [
  { name: 'Growth', from: 'Nov 28, 2026' },
  { name: 'Starter', from: 'Oct 28, 2026' },
]
const { accessor, columns } = createColumnHelper<Features, Plan>()
const planColumns = columns([
  accessor('name', { id: 'name', header: 'Plan Name' }),
  accessor('from', { id: 'from', header: 'Start Date' }),
])
const layout = { row: 'max-sm:grid-cols-2 max-sm:py-3', cell: 'sm:h-13' }

export function Tables() {
  const [sort, setSort] = useState<TableSort>({ sort: 'name' })
  const table = {
    text: 'Every plan your organisation has had.',
    failure: 'The plans could not be loaded',
    empty: { icon: ReceiptText, title: 'No receipts yet' },
    columns: planColumns,
    csv: null,
    rowId: ({ name }: Plan) => name,
    sort,
    onSortChange: setSort,
  }
  const query = { isPending: false, retry: () => Promise.resolve() }
  return (
    <>
      <Specimen title="TableCard: rows of 44 in a scroller; of 52, on phones a list; loading; empty; failed">
        <TableCard {...table} title="Subscription Activity" query={{ ...query, data: plans }} />
        <TableCard {...table} title="Team" query={{ ...query, data: plans }} layout={layout} />
        <TableCard
          {...table}
          title="Sessions"
          query={{ ...query, data: undefined, isPending: true }}
        />
        <TableCard {...table} title="Receipts" query={{ ...query, data: [] }} />
        <TableCard {...table} title="Reports" query={{ ...query, data: undefined }} />
      </Specimen>
      <Specimen title="EmptyState: large, with a button; one line">
        <Card isFlush>
          <EmptyState
            icon={Users}
            width={240}
            title="It’s just you so far"
            text="Invite people by email. They join as members and see your dashboard."
            action={<Button>Invite your team</Button>}
          />
        </Card>
        <Card isFlush>
          <EmptyState
            icon={Mails}
            title="No reports yet"
            text="On a dashboard, ‘Email me this’ sends its figures and tables by email."
            action={<Button look="secondary">Open the dashboard</Button>}
          />
        </Card>
        <Card isFlush>
          <EmptyState isLine icon={Mails} title="No reports yet" text="They will be listed here." />
        </Card>
      </Specimen>
      <Specimen title="LoadingText, Skeleton">
        <LoadingText>Loading Dashboard...</LoadingText>
        <Skeleton className="h-5 w-31" />
        <Skeleton className="h-(--control) w-33 rounded-control" />
      </Specimen>
    </>
  )
}
