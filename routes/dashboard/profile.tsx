import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ProfileScreen } from '../../src/profile/ProfileScreen'
import { profileQuery } from '../../src/profile/queries'
import { settings } from '../../src/settings'
import { Card } from '../../src/ui/Card'
import { LoadingText } from '../../src/ui/LoadingText'

// Servers without the extension have no use for its code.
const Account = lazy(async () => {
  const module = await import('../../src/account/Account')
  return { default: module.Account }
})

export const Route = createFileRoute('/dashboard/profile')({
  staticData: { title: 'Profile Settings' },
  component: ProfilePage,
})

function ProfilePage() {
  const { data: profile, isPending } = useQuery(profileQuery)
  const { extensions } = settings
  if (!extensions.includes('account') && !extensions.includes('two-factor'))
    return <ProfileScreen />
  return (
    <div className="grid gap-6">
      <ProfileScreen />
      {/* Not before: the form's shape is a little lower than the form, and what is below would move. */}
      {!isPending && (
        <Suspense fallback={<AccountLoading />}>
          {/* It asks for no profile itself: one that fails would be asked for at each of its beginnings. */}
          <Account profile={profile} />
        </Suspense>
      )}
    </div>
  )
}

/** As high as the first card of the account. */
function AccountLoading() {
  return (
    <Card>
      <LoadingText unseen>Loading account…</LoadingText>
      <div className="h-80" />
    </Card>
  )
}
