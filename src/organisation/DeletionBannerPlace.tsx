import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../profile/queries'
import { BannerPlace } from '../ui/BannerPlace'

const load = () => import('./DeletionBanner').then((module) => module.DeletionBanner)

/** The container, above every page, of the banner that announces the organisation's deletion (D140). */
export function DeletionBannerPlace() {
  const { data } = useQuery(profileQuery)
  const isNeeded = data && Boolean(data.organization.deletion)
  return <BannerPlace heightKey="deletionBanner" isNeeded={isNeeded} load={load} />
}
