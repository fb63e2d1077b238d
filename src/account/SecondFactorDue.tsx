import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { profileQuery } from '../profile/queries'
import { Banner } from '../ui/Banner'
import { ButtonLink } from '../ui/ButtonLink'
import { Sections } from '../ui/cards/Section'

// The notice is on every page. Only few users need the cards, so they load separately.
const SecondFactorCard = lazy(() => import('./SecondFactorCard'))
const PasskeysCard = lazy(() => import('../passkeys/PasskeysCard'))

interface SecondFactorDueProps {
  /** Seconds until a second factor is required. At 0 the server refuses all other calls. */
  dueIn: number | null | undefined
  onSetUp: () => void
}

const day = 24 * 60 * 60

/** Reminds the user to set up a second factor. Once it is overdue, shows only the cards that set one up. */
export default function SecondFactorDue({ dueIn, onSetUp }: SecondFactorDueProps) {
  const { data: profile } = useQuery(profileQuery)
  const client = useQueryClient()
  const [isUnderWay, setUnderWay] = useState(false)

  async function open() {
    await client.invalidateQueries({ queryKey: profileQuery.queryKey })
    onSetUp()
  }
  const onFreed = useEffectEvent(() => void open())
  // The rule was withdrawn, or a factor was set up elsewhere.
  const isFreed = dueIn === 0 && !isUnderWay && profile && profile.second_factor_due_in !== 0
  useEffect(() => {
    if (isFreed) onFreed()
  }, [isFreed])

  const days = Math.ceil((dueIn ?? 0) / day)
  const organisation = profile?.organization.name ?? 'Your organisation'
  return (
    <>
      <div data-banner className="mb-4 print:hidden">
        <Banner
          label="Two-factor authentication is required"
          icon={ShieldAlert}
          fact={`${organisation} requires two-factor authentication.`}
          actions={
            Boolean(dueIn) && (
              <ButtonLink
                to="/dashboard/profile"
                search={{ tab: 'security' }}
                hash="two-factor"
                look="secondary"
                size="small"
              >
                Set up
              </ButtonLink>
            )
          }
        >
          <span>
            {dueIn
              ? `Set it up within ${days === 1 ? 'a day' : `${days} days`}.`
              : 'Set it up, or add a passkey, to continue.'}
          </span>
        </Banner>
      </div>
      {!dueIn && (
        <Suspense>
          <Sections>
            <SecondFactorCard onSetUp={() => void open()} onStep={setUnderWay} />
            <PasskeysCard />
          </Sections>
        </Suspense>
      )}
    </>
  )
}
