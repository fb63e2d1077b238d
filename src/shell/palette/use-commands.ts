import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  ChartNoAxesColumn,
  Copy,
  LogOut,
  type LucideIcon,
  Moon,
  Package,
  PencilLine,
  Sun,
  Trash2,
} from 'lucide-react'
import { pricingQuery } from '../../billing/queries'
import { copyOrganisationLink } from '../../profile/organisation-link'
import { profileQuery } from '../../profile/queries'
import { useSignOut } from '../../session/sign-out'
import { settings } from '../../settings'
import { leaveWhenSaved } from '../../ui/forms/unsaved-text'
import { toggleTheme, useTheme } from '../../ui/theme'
import { keywordsOf, navigationPath, visibleNavigation } from '../navigation/navigation'

export interface Command {
  id: string
  group: 'Pages' | 'Dashboards' | 'Actions' | 'Plans'
  name: string
  /** More words for the search, separated by spaces. */
  keywords: string
  /** Distinguishes the command from others with the same name. */
  detail?: string
  icon: LucideIcon
  run: () => void
}

/** The commands that the user may run. Fetches the plans for admins (D7): use it while the palette is open. */
export function useCommands(isAdmin: boolean): Command[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const isDark = useTheme() === 'dark'
  const { data: profile } = useQuery(profileQuery)
  const { data: plans = [] } = useQuery({ ...pricingQuery, enabled: isAdmin })

  const pages = visibleNavigation(isAdmin, settings.isOurServer).map(
    (entry): Command => ({
      id: entry.path,
      group: 'Pages',
      name: entry.name,
      keywords: keywordsOf(entry, settings),
      icon: entry.icon,
      run: () => void navigate({ to: navigationPath(entry) }),
    }),
  )
  const listed = settings.isOurServer && profile?.organization.dashboards
  // An only dashboard needs no command: the page's own command opens it.
  const dashboards = (listed && listed.length > 1 ? listed : []).map(
    ({ dashboard_id: dashboard, name }): Command => ({
      id: `dashboard-${dashboard}`,
      group: 'Dashboards',
      name,
      keywords: 'dashboard charts',
      icon: ChartNoAxesColumn,
      run: () => void navigate({ to: '/dashboard/main', search: { dashboard } }),
    }),
  )
  const isOurAdmin = isAdmin && settings.isOurServer
  const actions: (Command | false | undefined)[] = [
    {
      id: 'switch-theme',
      group: 'Actions',
      name: isDark ? 'Switch to light theme' : 'Switch to dark theme',
      keywords: 'light dark mode night colours appearance',
      icon: isDark ? Sun : Moon,
      run: toggleTheme,
    },
    profile && {
      id: 'copy-link',
      group: 'Actions',
      name: 'Copy the organisation link',
      keywords: 'organization share url address clipboard',
      icon: Copy,
      run: () => void copyOrganisationLink(profile.organization.slug),
    },
    isOurAdmin && {
      id: 'rename-organisation',
      group: 'Actions',
      name: 'Rename organisation',
      keywords: 'organization change name',
      icon: PencilLine,
      run: () => void navigate({ to: '/dashboard/organisation', hash: 'name' }),
    },
    isOurAdmin && {
      id: 'delete-organisation',
      group: 'Actions',
      name: 'Delete organisation…',
      keywords: 'organization remove close account',
      icon: Trash2,
      run: () => void navigate({ to: '/dashboard/organisation', hash: 'delete' }),
    },
    {
      id: 'log-out',
      group: 'Actions',
      name: 'Log Out',
      keywords: 'logout sign signout leave exit',
      icon: LogOut,
      run: () => leaveWhenSaved(signOut),
    },
  ]
  const planCommands = plans.map(
    (plan, index): Command => ({
      id: `plan-${index}`,
      group: 'Plans',
      name: plan.name,
      keywords: `${plan.interval} plan pricing subscribe ${plan.tag_line_for_plan}`,
      detail: plan.interval === 'yearly' ? 'Yearly plan' : 'Monthly plan',
      icon: Package,
      run: () => void navigate({ to: '/dashboard/pricing', search: { interval: plan.interval } }),
    }),
  )
  return [...pages, ...dashboards, ...actions.filter((action) => !!action), ...planCommands]
}
