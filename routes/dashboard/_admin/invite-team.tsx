import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { settings } from '../../../src/settings'
import { InviteTeam } from '../../../src/team/InviteTeam'
import { teamQuery } from '../../../src/team/queries'
import { Card } from '../../../src/ui/Card'
import { LoadingText } from '../../../src/ui/LoadingText'
import { type TableSort, tableSort } from '../../../src/ui/table/table-sort'

// Loads late, because the app needs no table of the team with other servers (D43).
const TeamTable = lazy(() => import('../../../src/team/TeamTable'))

export const Route = createFileRoute('/dashboard/_admin/invite-team')({
  // The palette opens the team with a person's address in the filter.
  validateSearch: (
    search: Record<string, unknown>,
  ): TableSort & { filter?: string | undefined } => ({
    ...tableSort(search),
    filter: typeof search.filter === 'string' ? search.filter : undefined,
  }),
  loader: ({ context }) => {
    if (settings.isOurServer) void context.queryClient.prefetchQuery(teamQuery)
  },
  staticData: { title: 'Invite Team' },
  component: InvitePage,
})

function InvitePage() {
  if (!settings.isOurServer) return <InviteTeam />
  return (
    <div className="grid gap-4 sm:gap-5">
      <InviteTeam />
      {/* The placeholder is as high as the team's card while its rows load. */}
      <Suspense
        fallback={
          <Card className="h-67.5 sm:h-76.5 lg:h-66.5">
            <LoadingText unseen>Loading team…</LoadingText>
          </Card>
        }
      >
        <TeamTable />
      </Suspense>
    </div>
  )
}
