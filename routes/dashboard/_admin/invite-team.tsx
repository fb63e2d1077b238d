import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { settings } from '../../../src/settings'
import { InviteTeam } from '../../../src/team/InviteTeam'
import { teamQuery } from '../../../src/team/queries'
import { Card } from '../../../src/ui/Card'
import { LoadingText } from '../../../src/ui/LoadingText'
import { tableSort } from '../../../src/ui/table/table-sort'

// Other servers don't need its code (D43).
const TeamTable = lazy(() => import('../../../src/team/TeamTable'))

export const Route = createFileRoute('/dashboard/_admin/invite-team')({
  validateSearch: tableSort,
  loader: ({ context }) => {
    if (settings.isOurServer) void context.queryClient.prefetchQuery(teamQuery)
  },
  staticData: { title: 'Invite Team' },
  component: InvitePage,
})

function InvitePage() {
  if (!settings.isOurServer) return <InviteTeam />
  return (
    <div className="grid gap-6">
      <InviteTeam />
      <Suspense fallback={<TeamLoading />}>
        <Team />
      </Suspense>
    </div>
  )
}

/** Sorting rerenders only this part. */
function Team() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <TeamTable
      sort={search}
      onSortChange={(sort) => void navigate({ search: sort, replace: true, resetScroll: false })}
    />
  )
}

/** As high as the team's card while its rows load. */
function TeamLoading() {
  return (
    <Card>
      <LoadingText unseen>Loading team…</LoadingText>
      <div className="h-58.5" />
    </Card>
  )
}
