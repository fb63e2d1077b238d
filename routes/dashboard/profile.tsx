import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { sessionsQuery, twoFactorQuery } from '../../src/account/queries'
import { reportsQuery } from '../../src/analytics/reports/queries'
import { passkeysQuery } from '../../src/passkeys/queries'
import { ProfileScreen } from '../../src/profile/ProfileScreen'
import { profileTabs, tabSearch } from '../../src/profile/tabs'
import { settings } from '../../src/settings'
import { teamQuery } from '../../src/team/queries'
import { Card } from '../../src/ui/Card'
import { classNames } from '../../src/ui/class-names'
import { LoadingText } from '../../src/ui/LoadingText'
import { Tabs } from '../../src/ui/Tabs'

// These load late, because the app needs no account with other servers (D43).
const Security = lazy(() => import('../../src/account/Security'))
const SessionsCard = lazy(() => import('../../src/account/SessionsCard'))
const ReportsCard = lazy(() => import('../../src/analytics/reports/ReportsCard'))
const Account = lazy(() => import('../../src/account/Account'))

const contents = {
  profile: ProfileScreen,
  security: Security,
  sessions: SessionsCard,
  reports: ReportsCard,
  account: Account,
}

export const Route = createFileRoute('/dashboard/profile')({
  validateSearch: tabSearch,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context: { queryClient, session }, deps: { tab } }) => {
    if (!settings.isOurServer) return
    if (tab === 'security') {
      void queryClient.prefetchQuery(passkeysQuery)
      if (settings.hasTwoFactor) void queryClient.prefetchQuery(twoFactorQuery)
    }
    if (tab === 'sessions') void queryClient.prefetchQuery(sessionsQuery)
    if (tab === 'reports') void queryClient.prefetchQuery(reportsQuery)
    if (tab === 'account' && session.isAdmin) void queryClient.prefetchQuery(teamQuery)
  },
  staticData: { title: 'Profile Settings' },
  component: ProfilePage,
})

function ProfilePage() {
  const { tab = 'profile' } = Route.useSearch()
  const [firstTab] = useState(tab)
  if (!settings.isOurServer) return <ProfileScreen />
  const Content = contents[tab]
  return (
    <>
      <div className="-mt-3">
        <Tabs label="Profile Settings" param="tab" tabs={profileTabs} current={tab} />
      </div>
      <div
        key={tab}
        className={classNames(
          'pt-6',
          tab !== 'sessions' && tab !== 'reports' && 'sm:pt-8',
          // Fades in, unless it is the page's first.
          tab !== firstTab && 'transition-opacity duration-120 starting:opacity-0',
        )}
      >
        {/* The placeholder is as high as a tab's first card. */}
        <Suspense
          fallback={
            <Card className="h-68.5 sm:h-72.5">
              <LoadingText unseen>Loading…</LoadingText>
            </Card>
          }
        >
          <Content />
        </Suspense>
      </div>
    </>
  )
}
