import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { setRole } from '../api/page-session'
import { profileQuery } from '../profile/queries'
import { showToast } from '../ui/toasts/toast'

/**
 * Follows the user's role: where the profile differs from the session, the guards run again, without a new
 * sign-in. Only our own server tells the role (D91).
 * @param isAdmin the role that the guards know.
 */
export function useFollowedRole(isAdmin: boolean): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: profile } = useQuery(profileQuery)
  const role = profile?.is_organization_admin
  const organisation = profile?.organization.name

  useEffect(() => {
    if (role === undefined || role === isAdmin || !setRole(role)) return
    showToast(
      'info',
      role
        ? `You are now an admin of ${organisation}.`
        : `You are no longer an admin of ${organisation}.`,
    )
    void router.invalidate().then(() => {
      // Members must keep no data that only admins may see (D7).
      if (!role)
        queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'profile' })
    })
  }, [role, isAdmin, organisation, router, queryClient])
}
