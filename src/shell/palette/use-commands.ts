import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  ChartNoAxesColumn,
  CircleCheck,
  Copy,
  Fingerprint,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  Monitor,
  Moon,
  Package,
  PencilLine,
  ReceiptText,
  Smartphone,
  Sun,
  Trash2,
  Undo2,
  UserPlus,
  UserRound,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { formatTableDay } from '../../billing/days'
import { pricingQuery, receiptsQuery } from '../../billing/queries'
import { moneyText } from '../../lib/format'
import { copyOrganisationLink } from '../../profile/organisation-link'
import { profileQuery } from '../../profile/queries'
import { useSignOut } from '../../session/sign-out'
import { settings } from '../../settings'
import { teamQuery } from '../../team/queries'
import type { Badge } from '../../ui/Badge'
import { leaveWhenSaved } from '../../ui/forms/unsaved-text'
import { toggleTheme, useTheme } from '../../ui/theme'
import { keywordsOf, navigationPath, visibleNavigation } from '../navigation/navigation'
import { pageKeys, shortcutList } from './shortcut-keys'

export interface Command {
  id: string
  group: 'Settings' | 'People' | 'Receipts' | 'Dashboards' | 'Pages' | 'Actions' | 'Plans'
  name: string
  keywords: string
  /** Distinguishes the command from others with the same name. */
  detail?: string
  /** Its state, after the detail. */
  badge?: ComponentProps<typeof Badge>
  /** Null: the initials of a person show. */
  icon: LucideIcon | null
  /** The shortcut, as 'G D'. */
  keys?: string
  run: () => void
}

/** The user's own settings: a name, more words for the search, the tab of the profile, the part of it, and an icon. */
const ownSettings = [
  ['Password', 'change security', 'security', 'password', KeyRound],
  ['Passkeys', 'fingerprint face security', 'security', 'passkeys', Fingerprint],
  ['Two-factor authentication', '2fa mfa code recovery', 'security', 'two-factor', Smartphone],
  ['Sessions', 'devices browsers log out everywhere', 'sessions', 'sessions', Monitor],
  ['Reports by email', 'mail figures schedule', 'reports', 'reports', Mail],
  ['Account', 'download data export leave delete', 'account', 'data', UserRound],
] as const

/**
 * The commands that the user may run. Fetches plans, team and receipts for admins (D7): use it while the palette is
 * open.
 */
export function useCommands(isAdmin: boolean): Command[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const isDark = useTheme() === 'dark'
  const { data: profile } = useQuery(profileQuery)
  const { data: plans = [] } = useQuery({ ...pricingQuery, enabled: isAdmin })
  const isOurAdmin = isAdmin && settings.isOurServer
  const { data: team } = useQuery({ ...teamQuery, enabled: isOurAdmin })
  const { data: paid } = useQuery({ ...receiptsQuery, enabled: isOurAdmin })

  const pages = visibleNavigation(isAdmin, settings.isOurServer).map(
    (entry): Command => ({
      id: entry.path,
      group: 'Pages',
      name: entry.name,
      keywords: keywordsOf(entry, settings),
      icon: entry.icon,
      keys: `G ${pageKeys[entry.path]}`,
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
  const offered = ownSettings.filter(
    ([, , , , icon]) => settings.hasTwoFactor || icon !== Smartphone,
  )
  const own = (settings.isOurServer ? offered : []).map(
    ([name, keywords, tab, hash, icon]): Command => ({
      id: `setting-${name}`,
      group: 'Settings',
      name,
      keywords,
      detail: 'Profile Settings',
      icon,
      run: () => void navigate({ to: '/dashboard/profile', search: { tab }, hash }),
    }),
  )
  const people = (team?.members ?? []).map(
    ({ member_id, full_name, email, is_organization_admin }): Command => ({
      id: `person-${member_id}`,
      group: 'People',
      name: full_name,
      keywords: email,
      detail: `${email} · ${is_organization_admin ? 'Admin' : 'Member'}`,
      icon: null,
      run: () => void navigate({ to: '/dashboard/invite-team', search: { filter: email } }),
    }),
  )
  // An unpaid one has no page.
  const kept = (paid?.data ?? []).filter(({ state }) => state !== 'unpaid')
  const receipts = kept.map(
    ({ receipt_id, taken_at, plan_name, amount, refunded_amount, currency, number }): Command => ({
      id: `receipt-${receipt_id}`,
      group: 'Receipts',
      name: `${formatTableDay(taken_at)} · ${plan_name}`,
      keywords: `receipt invoice payment ${number ?? ''}`,
      detail: moneyText(amount, currency),
      badge:
        refunded_amount === 0
          ? { tone: 'ok', icon: CircleCheck, children: 'Paid' }
          : {
              tone: 'neutral',
              icon: Undo2,
              children: refunded_amount < amount ? 'Partly refunded' : 'Refunded',
            },
      icon: ReceiptText,
      run: () =>
        void navigate({ to: '/dashboard/receipt/$receiptId', params: { receiptId: receipt_id } }),
    }),
  )
  const actions: (Omit<Command, 'group'> | false | undefined)[] = [
    {
      id: 'switch-theme',
      name: isDark ? 'Switch to light theme' : 'Switch to dark theme',
      keywords: 'light dark mode night colours appearance',
      icon: isDark ? Sun : Moon,
      run: toggleTheme,
    },
    profile && {
      id: 'copy-link',
      name: 'Copy the organisation link',
      keywords: 'organization share url address clipboard',
      icon: Copy,
      run: () => void copyOrganisationLink(profile.organization.slug),
    },
    isAdmin && {
      id: 'send-invitation',
      name: 'Send an invitation',
      keywords: 'invite team people members add',
      detail: 'Invite Team',
      icon: UserPlus,
      run: () => void navigate({ to: '/dashboard/invite-team' }),
    },
    isOurAdmin && {
      id: 'rename-organisation',
      name: 'Rename organisation',
      keywords: 'organization change name',
      icon: PencilLine,
      run: () => void navigate({ to: '/dashboard/organisation', hash: 'name' }),
    },
    isOurAdmin && {
      id: 'delete-organisation',
      name: 'Delete organisation',
      keywords: 'organization remove close account',
      icon: Trash2,
      run: () => void navigate({ to: '/dashboard/organisation', hash: 'delete' }),
    },
    {
      id: 'shortcuts',
      name: 'Keyboard shortcuts',
      keywords: 'keys help',
      icon: Keyboard,
      keys: '?',
      run: () => shortcutList.set(true),
    },
    {
      id: 'log-out',
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
  const listedActions = actions.flatMap((action): Command[] =>
    action ? [{ ...action, group: 'Actions' }] : [],
  )
  return [own, people, receipts, dashboards, pages, listedActions, planCommands].flat()
}
