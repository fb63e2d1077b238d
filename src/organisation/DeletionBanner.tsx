import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { Profile } from '../../contract/profile'
import { formatDay } from '../billing/days'
import { formatAgo } from '../lib/format-when'
import { profileQuery } from '../profile/queries'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { When } from '../ui/When'
import { keepMutation } from './mutations'

export function DeletionBanner() {
  const { data: profile } = useQuery(profileQuery)
  const keep = useMutation(keepMutation)
  const page = useLocation({ select: ({ pathname }) => pathname })
  const { name, deletion } = profile?.organization ?? {}
  if (!name || !deletion) return null
  const { due_at, requested_at, requested_by, state } = deletion
  const canKeep = state === 'waiting' && profile?.is_organization_admin
  return (
    <Banner
      label="Deletion"
      icon={Trash2}
      fact={
        state === 'waiting'
          ? `${name} will be deleted on ${formatDay(due_at, true)}.`
          : `${name} is being deleted.`
      }
      actions={
        canKeep && (
          <>
            {page !== '/dashboard/organisation' && (
              <ButtonLink to="/dashboard/organisation" look="warm" size="small">
                What will happen
              </ButtonLink>
            )}
            <Button
              look="secondary"
              size="small"
              busy={keep.isPending}
              onClick={() => keep.mutate(name)}
            >
              {`Keep ${name}`}
            </Button>
          </>
        )
      }
    >
      {canKeep && showsPlans(page, profile) ? (
        <span key="plans">Keep it to buy a plan.</span>
      ) : (
        <span key="who">
          {`${requested_by} asked for it `}
          <When at={requested_at}>{(now) => formatAgo(requested_at, now)}</When>.
        </span>
      )}
    </Banner>
  )
}

/** Whether a page lists plans to buy. The Dashboard page does without a plan (D6). */
const showsPlans = (page: string, { is_subscribed }: Profile) =>
  page === '/dashboard/pricing' || (page === '/dashboard/default' && !is_subscribed)
