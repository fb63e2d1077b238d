import {
  CircleUserRound,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Tags,
  UserPlus,
} from 'lucide-react'

interface NavigationEntry {
  readonly layout: string
  readonly path: string
  readonly name: string
  readonly icon: LucideIcon
  readonly adminOnly: boolean
}

const dashboard = {
  layout: '/dashboard',
  path: '/main',
  name: 'Dashboard',
  icon: LayoutDashboard,
  adminOnly: false,
} as const satisfies NavigationEntry

const profile = {
  layout: '/dashboard',
  path: '/profile',
  name: 'Profile',
  icon: CircleUserRound,
  adminOnly: false,
} as const satisfies NavigationEntry

/** The pages of the signed-in area, in the order of the sidebar (D8, D9). */
const registry = [
  dashboard,
  { layout: '/dashboard', path: '/pricing', name: 'Pricing', icon: Tags, adminOnly: true },
  {
    layout: '/dashboard',
    path: '/invite-team',
    name: 'Invite Team',
    icon: UserPlus,
    adminOnly: true,
  },
  profile,
  {
    layout: '/dashboard',
    path: '/subscription',
    name: 'Your Subscribed Plan',
    icon: CreditCard,
    adminOnly: true,
  },
] as const satisfies readonly NavigationEntry[]

type Entry = (typeof registry)[number]

/** Entries of other layouts have no place in the sidebar (D9). */
const listedLayouts: readonly string[] = ['/dashboard', '/auth', '/rtl']

/** @returns the entries that this user's sidebar lists, in order (D7, D9). */
export function visibleNavigation(isAdmin: boolean): Entry[] {
  return registry.filter(
    (entry) => listedLayouts.includes(entry.layout) && (isAdmin || !entry.adminOnly),
  )
}

/** @returns the address an entry leads to. */
export function navigationPath(entry: Entry) {
  return `${entry.layout}${entry.path}` as const
}

/** Addresses match in any case and with or without a trailing slash (D3). */
function normalise(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '')
}

/**
 * @returns the entry to highlight at an address: the page itself; Dashboard at the "Dashboard page"
 * (D6) and, for members, everywhere but on their profile (D7); undefined where there is no page.
 */
export function currentNavigation(pathname: string, isAdmin: boolean): Entry | undefined {
  const path = normalise(pathname)
  const entry = visibleNavigation(isAdmin).find((visible) => navigationPath(visible) === path)
  if (entry) return entry
  return !isAdmin || path === '/dashboard/default' ? dashboard : undefined
}

/** @returns the page's title, in the top bar and in the breadcrumbs (D8). */
export function pageTitle(pathname: string, isAdmin: boolean): string {
  const entry = currentNavigation(pathname, isAdmin)
  if (entry === profile) return 'Profile Settings'
  return entry?.name ?? 'Page not found'
}

/** @returns whether the address shows the dashboard's embedded frame (D6, D7). */
export function isMainDashboard(pathname: string, isAdmin: boolean): boolean {
  return (
    currentNavigation(pathname, isAdmin) === dashboard &&
    !(isAdmin && normalise(pathname) === '/dashboard/default')
  )
}
