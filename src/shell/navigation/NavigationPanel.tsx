import { createLink, Link, useLocation } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { settings } from '../../settings'
import { classNames } from '../../ui/class-names'
import { Logo } from '../../ui/Logo'
import { usePage } from '../page'
import { currentNavigation, navigationPath, visibleNavigation } from './navigation'
import { OrganisationCard } from './OrganisationCard'

interface NavigationPanelProps {
  isAdmin: boolean
  /** Called when a link is clicked, even the current page's. */
  onNavigate?: () => void
  /** A button beside the logo. */
  action?: ReactNode
}

/** The logo as a link to the start page. It has no `aria-current`, which the list below has (D6). */
const LogoLink = createLink(({ 'aria-current': _current, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} />
))

export function NavigationPanel({ isAdmin, onNavigate, action }: NavigationPanelProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const entries = visibleNavigation(isAdmin, settings.isOurServer)
  const current = currentNavigation(entries, pathname, usePage().navigation)
  return (
    <div className="flex h-full flex-col overflow-y-auto overscroll-contain p-3.5 pb-5">
      <div className="mb-3.5 flex min-h-[50px] flex-wrap items-center justify-between gap-2">
        <LogoLink
          to="/dashboard/default"
          onClick={onNavigate}
          className="flex rounded-control px-2.5 py-2"
        >
          <Logo name={settings.productName} />
        </LogoLink>
        {action}
      </div>
      <nav aria-label="Main" className="mb-6">
        <ul className="grid gap-0.5">
          {entries.map((entry) => {
            const isCurrent = entry === current
            return (
              <li key={entry.path}>
                <Link
                  to={navigationPath(entry)}
                  // The router's own `aria-current` knows neither D6 nor D7.
                  activeOptions={{ exact: true }}
                  aria-current={isCurrent ? 'page' : undefined}
                  onClick={onNavigate}
                  className={classNames(
                    'flex min-h-10 items-center gap-3 rounded-control px-3 py-2 pointer-coarse:min-h-11',
                    isCurrent
                      ? 'bg-brand-50 font-semibold text-accent contrast-more:inset-ring contrast-more:inset-ring-current'
                      : 'font-[550] text-ink-2 hover:bg-sunken hover:text-ink active:bg-line dark:hover:bg-raised',
                  )}
                >
                  <entry.icon className="size-[18px] shrink-0" aria-hidden="true" />
                  {entry.name}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="mt-auto">
        <OrganisationCard isAdmin={isAdmin} />
      </div>
    </div>
  )
}
