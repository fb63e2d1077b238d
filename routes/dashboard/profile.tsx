import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { reportsQuery } from '../../src/analytics/reports/queries'
import { ProfileScreen } from '../../src/profile/ProfileScreen'
import { profileQuery } from '../../src/profile/queries'
import { settings } from '../../src/settings'
import { LoadingCard } from '../../src/ui/LoadingCard'

// Loads late, because the app needs no account cards with other servers (D43).
const importAccount = () => import('../../src/account/Account')
const importReports = () => import('../../src/analytics/reports/ReportsCard')
const Account = lazy(importAccount)
const ReportsCard = lazy(importReports)

export const Route = createFileRoute('/dashboard/profile')({
  staticData: { title: 'Profile Settings' },
  component: ProfilePage,
})

function ProfilePage() {
  const { isPending } = useQuery(profileQuery)
  const reports = useQuery({ ...reportsQuery, enabled: settings.isOurServer })
  // Loads the code while profile and reports are being fetched.
  useEffect(() => {
    if (settings.isOurServer) void Promise.allSettled([importAccount(), importReports()])
  }, [])
  if (!settings.isOurServer) return <ProfileScreen />
  return (
    <div className="grid gap-6">
      <ProfileScreen />
      {/* Shown only then, because the form's placeholder is a little lower than the form, and the content below
          would move. So would content below a list of reports. */}
      {!isPending && (!reports.isPending || reports.failureCount > 0) && (
        // The placeholder is as high as the first card of the account.
        <Suspense fallback={<LoadingCard className="h-80">Loading account…</LoadingCard>}>
          <Account>
            <ReportsCard />
          </Account>
        </Suspense>
      )}
    </div>
  )
}
