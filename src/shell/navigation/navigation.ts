import {
  Building2,
  CircleUserRound,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Tags,
  UserPlus,
} from 'lucide-react'
import type { Offered } from '../../settings'

interface NavigationEntry {
  readonly layout: string
  readonly path: string
  readonly name: string
  readonly icon: LucideIcon
  readonly adminOnly: boolean
  /** More words that the palette finds the entry by, separated by spaces. */
  readonly keywords: string
  /** More words for content that only our own server adds (D43). */
  readonly ourKeywords?: string
  /** More words for content about second factors. */
  readonly twoFactorKeywords?: string
  /** Whether the page needs our own server. Its route's `beforeLoad` checks that, too. */
  readonly isOurs?: true
}

/** The pages of the signed-in area, in the order of the sidebar. */
const registry = [
  {
    layout: '/dashboard',
    path: '/main',
    name: 'Dashboard',
    icon: LayoutDashboard,
    adminOnly: false,
    keywords: 'home analytics charts overview',
  },
  {
    layout: '/dashboard',
    path: '/pricing',
    name: 'Pricing',
    icon: Tags,
    adminOnly: true,
    keywords: 'plans prices subscribe upgrade billing',
  },
  {
    layout: '/dashboard',
    path: '/invite-team',
    name: 'Invite Team',
    icon: UserPlus,
    adminOnly: true,
    keywords: 'members people colleagues email add send',
    ourKeywords: 'roles admins remove',
  },
  {
    layout: '/dashboard',
    path: '/profile',
    name: 'Profile',
    icon: CircleUserRound,
    adminOnly: false,
    keywords: 'settings account name email phone contact number',
    ourKeywords: 'password sessions devices export download data leave delete',
    twoFactorKeywords: '2fa mfa two-factor authentication security',
  },
  {
    layout: '/dashboard',
    path: '/subscription',
    name: 'Your Subscribed Plan',
    icon: CreditCard,
    adminOnly: true,
    keywords: 'billing cancel activity history payment',
    ourKeywords: 'invoices receipts cards renewal billed to company address gstin copies',
  },
  {
    layout: '/dashboard',
    path: '/organisation',
    name: 'Organisation',
    icon: Building2,
    adminOnly: true,
    keywords: 'organization settings name rename address slug link url',
    twoFactorKeywords: 'require second factor',
    isOurs: true,
  },
  {
    layout: '/dashboard',
    path: '/audit-log',
    name: 'Audit Log',
    icon: ScrollText,
    adminOnly: true,
    keywords: 'history events security who did what export csv',
    isOurs: true,
  },
] as const satisfies readonly NavigationEntry[]

type Entry = (typeof registry)[number]
export type NavigationPath = Entry['path']

const listedLayouts: readonly string[] = ['/dashboard', '/auth', '/rtl']

/**
 * @param isOurServer the setting; browser tests, which load this file, have no settings.
 * @returns the entries that this user's sidebar lists, in order (D7).
 */
export function visibleNavigation(isAdmin: boolean, isOurServer: boolean): Entry[] {
  return registry.filter(
    ({ layout, adminOnly, isOurs }: NavigationEntry) =>
      listedLayouts.includes(layout) && (isAdmin || !adminOnly) && (isOurServer || !isOurs),
  )
}

/** @returns the words that the palette finds an entry by, besides its name. */
export function keywordsOf(entry: NavigationEntry, { isOurServer, hasTwoFactor }: Offered): string {
  const added = [isOurServer && entry.ourKeywords, hasTwoFactor && entry.twoFactorKeywords]
  return [entry.keywords, ...added].filter(Boolean).join(' ')
}

/** @returns the address an entry leads to. */
export function navigationPath(entry: Entry) {
  return `${entry.layout}${entry.path}` as const
}

/**
 * @param entries the sidebar's.
 * @param pathname the requested address: the sidebar follows a click at once.
 * @param shown the path of the current page's entry, for pages without one at their address.
 * @returns the entry to highlight, if any.
 */
export function currentNavigation(
  entries: readonly Entry[],
  pathname: string,
  shown: NavigationPath | undefined,
): Entry | undefined {
  // Addresses match in any case and with or without a trailing slash.
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  return (
    entries.find((entry) => navigationPath(entry) === path) ??
    entries.find((entry) => entry.path === shown)
  )
}
