import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../profile/queries'
import { Avatar } from '../../ui/Avatar'
import { Skeleton } from '../../ui/Skeleton'

const frame = 'flex items-center gap-2.5 rounded-card border border-line px-3 py-3.25'

/** The organisation and, for admins, its plan (D7). */
export function OrganisationCard({ isAdmin }: { isAdmin: boolean }) {
  const { data: profile, isPending } = useQuery(profileQuery)

  if (isPending) {
    return (
      <div className={frame} aria-hidden="true">
        <Skeleton className="size-8.5 rounded-10" />
        <div className="grid min-h-10 content-center gap-2">
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-2.5 w-18" />
        </div>
      </div>
    )
  }
  // The page shows the failure.
  if (!profile) return null

  const { name, subscription_plan: plan } = profile.organization
  return (
    <div className={frame}>
      <Avatar name={name} size={34} isOrganisation />
      <div className="grid min-h-10 min-w-0 content-center">
        <p title={name} className="line-clamp-2 font-semibold wrap-break-word text-ink">
          <span dir="auto">{name}</span>
        </p>
        {isAdmin && (
          <p className="line-clamp-2 text-12/5 wrap-break-word text-ink-3">
            {plan ? `${plan.name} plan` : 'No plan yet'}
          </p>
        )}
      </div>
    </div>
  )
}
