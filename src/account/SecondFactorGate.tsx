import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { profileQuery } from '../profile/queries'
import { settings } from '../settings'
import { useFocusInBox } from '../ui/focus'

const SecondFactorDue = lazy(() => import('./SecondFactorDue'))

/** How often a closed page asks whether it may open, in ms. */
const askAgain = 20_000

/** A page's content, with a reminder for somebody who must set up a second factor, or only that form. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  // Until the user has seen the recovery codes, whatever the profile says meanwhile.
  const [isClosed, setClosed] = useState(false)
  const { data } = useQuery({ ...profileQuery, refetchInterval: isClosed && askAgain })
  const dueIn = settings.hasTwoFactor ? data?.second_factor_due_in : null
  if (dueIn === 0 && !isClosed) setClosed(true)
  const box = useFocusInBox()
  return (
    <div {...box}>
      {(isClosed || dueIn) && (
        <Suspense>
          <SecondFactorDue dueIn={isClosed ? 0 : dueIn} onSetUp={() => setClosed(false)} />
        </Suspense>
      )}
      {!isClosed && children}
    </div>
  )
}
