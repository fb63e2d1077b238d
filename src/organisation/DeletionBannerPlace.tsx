import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../profile/queries'
import { BannerPlace } from '../ui/BannerPlace'

const load = () => import('./DeletionBanner').then((module) => module.DeletionBanner)

/** The place above every page for the news that the organisation is to be deleted (D140). */
export function DeletionBannerPlace() {
  const { data } = useQuery(profileQuery)
  const isNeeded = data && Boolean(data.organization.deletion)
  return <BannerPlace heightKey="deletionBanner" isNeeded={isNeeded} load={load} />
}
