import {
  CircleUserRound,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Tags,
  UserPlus,
} from 'lucide-react'
import type { Extension } from '../../../contract/extension-names'

interface NavigationEntry {
  readonly layout: string
  readonly path: string
  readonly name: string
  readonly icon: LucideIcon
  readonly adminOnly: boolean
  /** More words for the palette's search, separated by spaces. */
  readonly keywords: string
  /** The same, of what extensions add to the page. */
  readonly extensionKeywords?: Partial<Record<Extension, string>>
  /** Needs this extension (D43); so does its route's `beforeLoad`. */
  readonly extension?: Extension
}

/** The pages of the signed-in area, in the order of the sidebar (D8, D9). */
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
    keywords: 'members people colleagues email add',
    extensionKeywords: { team: 'roles admins remove' },
  },
  {
    layout: '/dashboard',
    path: '/profile',
    name: 'Profile',
    icon: CircleUserRound,
    adminOnly: false,
    keywords: 'settings account name email phone contact number',
    extensionKeywords: {
      account: 'password sessions devices export download data leave delete',
      'two-factor': '2fa mfa two-factor authentication security',
    },
  },
  {
    layout: '/dashboard',
    path: '/subscription',
    name: 'Your Subscribed Plan',
    icon: CreditCard,
    adminOnly: true,
    keywords: 'billing cancel activity history payment',
    extensionKeywords: { 'billing-details': 'invoices receipts cards renewal' },
  },
  {
    layout: '/dashboard',
    path: '/audit-log',
    name: 'Audit Log',
    icon: ScrollText,
    adminOnly: true,
    keywords: 'history events security who did what export csv',
    extension: 'audit-log',
  },
] as const satisfies readonly NavigationEntry[]

type Entry = (typeof registry)[number]
export type NavigationPath = Entry['path']

/** The layouts whose entries the sidebar lists (D9). */
const listedLayouts: readonly string[] = ['/dashboard', '/auth', '/rtl']

/** Whether the sidebar lists an entry for a user of a server with these extensions. */
export function isListed(
  { layout, adminOnly, extension }: NavigationEntry,
  isAdmin: boolean,
  extensions: readonly Extension[],
): boolean {
  return (
    listedLayouts.includes(layout) &&
    (isAdmin || !adminOnly) &&
    (!extension || extensions.includes(extension))
  )
}

/**
 * @param extensions the setting; browser tests, which load this file, have no settings.
 * @returns the entries that this user's sidebar lists, in order (D7, D9).
 */
export function visibleNavigation(isAdmin: boolean, extensions: readonly Extension[]): Entry[] {
  return registry.filter((entry) => isListed(entry, isAdmin, extensions))
}

/** @returns what the palette finds an entry by, besides its name. */
export function keywordsOf(entry: NavigationEntry, extensions: readonly Extension[]): string {
  const added = extensions.map((name) => entry.extensionKeywords?.[name])
  return [entry.keywords, ...added].filter(Boolean).join(' ')
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
  const path = normalise(pathname)
  return (
    entries.find((entry) => navigationPath(entry) === path) ??
    entries.find((entry) => entry.path === shown)
  )
}
