import { useRouteContext } from '@tanstack/react-router'
import { ChartNoAxesColumn, UserPlus } from 'lucide-react'
import { settings } from '../settings'
import { ButtonAnchor, ButtonLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'

/** The outlines of a dashboard, and above them the next step of an admin. */
export default function NoDashboard({ organisation }: { organisation: string }) {
  const { session } = useRouteContext({ strict: false })
  const text = 'Once a dashboard is connected to your organisation, it will show here.'
  return (
    <div className="relative grid min-h-130 place-items-center sm:min-h-150">
      <div
        aria-hidden="true"
        className="absolute inset-0 grid grid-cols-2 gap-3 mask-b-from-0% mask-b-to-92% *:rounded-14 *:border *:border-dashed *:border-line-2 sm:grid-cols-12 sm:grid-rows-[104px_1fr] sm:gap-4 sm:*:col-span-3"
      >
        <i />
        <i />
        <i />
        <i />
        <i className="max-sm:hidden sm:col-span-8!" />
        <i className="max-sm:hidden sm:col-span-4!" />
      </div>
      <div className="relative bg-[radial-gradient(closest-side,var(--canvas)_78%,transparent)] sm:px-6">
        <EmptyState
          icon={ChartNoAxesColumn}
          width={240}
          title="No dashboard yet"
          text={session?.isAdmin ? text : `${text} Ask an admin of ${organisation}.`}
          action={
            session?.isAdmin && (
              <>
                {settings.supportUrl && (
                  <ButtonAnchor href={settings.supportUrl}>Contact support</ButtonAnchor>
                )}
                <ButtonLink to="/dashboard/invite-team" look="secondary">
                  <UserPlus className="size-4" />
                  <span>Invite your team</span>
                </ButtonLink>
              </>
            )
          }
        />
      </div>
    </div>
  )
}
