import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { profileQuery } from '../profile/queries'
import { settings } from '../settings'
import { useFocusInBox } from '../ui/focus'

const SecondFactorDue = lazy(() => import('./SecondFactorDue'))

interface SecondFactorGateProps {
  /** The banners above the reminder, which disappear with the page. */
  banners: ReactNode
  /** The banners that stay. */
  notices: ReactNode
  children: ReactNode
}

/** Shows a page with a reminder while a second factor is due, and in its place the set-up once it is overdue. */
export function SecondFactorGate({ banners, notices, children }: SecondFactorGateProps) {
  // Stays true until the user has seen the recovery codes, even if the profile changes.
  const [isClosed, setClosed] = useState(false)
  const { data } = useQuery(profileQuery)
  const dueIn = settings.hasTwoFactor ? data?.second_factor_due_in : null
  if (dueIn === 0 && !isClosed) setClosed(true)
  const box = useFocusInBox()
  return (
    <div {...box}>
      {!isClosed && banners}
      {notices}
      {(isClosed || dueIn) && (
        <Suspense>
          <SecondFactorDue dueIn={isClosed ? 0 : dueIn} onSetUp={() => setClosed(false)} />
        </Suspense>
      )}
      {!isClosed && children}
    </div>
  )
}
