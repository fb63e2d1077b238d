import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { PanelLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { markInteractive } from '../lib/interactive'
import { useShownTitle } from '../lib/own-title'
import { now } from '../lib/server-clock'
import { tryStorage } from '../lib/try-storage'
import { settings } from '../settings'
import { classNames } from '../ui/class-names'
import { ModalDialog } from '../ui/dialogs/ModalDialog'
import { IconButton } from '../ui/IconButton'
import { ScreenFrame } from '../ui/screen-frame'
import { NavigationPanel } from './navigation/NavigationPanel'
import { usePage } from './page'
import { TopBar } from './TopBar'
import { useFollowedRole } from './use-followed-role'

interface DashboardLayoutProps {
  isAdmin: boolean
  children: ReactNode
}

export function DashboardLayout({ isAdmin, children }: DashboardLayoutProps) {
  useFollowedRole(isAdmin)
  const page = usePage()
  const ownTitle = useShownTitle()
  const requested = useLocation({ select: (location) => location.pathname })
  const isWide = useWideScreen()
  const [collapsed, toggleCollapsed] = useSidebarCollapsed()
  /** The address at which the drawer was opened. Navigation closes the drawer. */
  const [drawerOpenedAt, setDrawerOpenedAt] = useState<string | null>(null)
  if (isWide && drawerOpenedAt !== null) setDrawerOpenedAt(null)
  const drawerIsOpen = !isWide && drawerOpenedAt === requested
  const closeDrawer = () => setDrawerOpenedAt(null)
  const main = useRef<HTMLElement>(null)
  // Deferred code waits for the first page's queries.
  const isWaiting = useIsFetching() > 0
  useEffect(() => {
    if (!isWaiting) markInteractive()
  }, [isWaiting])
  const menuId = useId()
  const titleId = useId()

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, as anchors do */}
      <a
        href="#main"
        onClick={(event) => {
          // The link would add a fragment to the address.
          event.preventDefault()
          main.current?.focus()
        }}
        className="fixed start-4 top-4 z-50 inline-flex min-h-11 -translate-y-20 items-center rounded-control bg-brand-500 px-5 font-semibold text-white forced-colors:border transition-[translate] focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {isWide ? (
        <aside
          id={menuId}
          aria-label="Sidebar"
          className={classNames(
            'fixed inset-y-0 start-0 z-30 w-66 border-e border-line bg-surface transition-[translate,visibility] print:hidden',
            // Hidden from the keyboard, too.
            collapsed && 'invisible -translate-x-full',
          )}
        >
          <NavigationPanel isAdmin={isAdmin} />
        </aside>
      ) : (
        <ModalDialog
          open={drawerIsOpen}
          onClose={closeDrawer}
          id={menuId}
          aria-label="Menu"
          className="fixed inset-y-0 start-0 end-auto m-0 h-dvh max-h-none w-66 max-w-[85vw] -translate-x-full border-e border-line bg-surface text-ink shadow-card transition-[translate,display,overlay] transition-discrete duration-180 backdrop:bg-scrim backdrop:opacity-0 backdrop:transition-[opacity,display,overlay] backdrop:transition-discrete backdrop:duration-180 open:translate-x-0 open:backdrop:opacity-100 starting:open:-translate-x-full starting:open:backdrop:opacity-0"
        >
          <NavigationPanel
            isAdmin={isAdmin}
            onNavigate={closeDrawer}
            action={
              <IconButton
                ref={(button) => button?.setAttribute('autofocus', '')}
                label="Close menu"
                onClick={closeDrawer}
              >
                <X className="size-[18px]" />
              </IconButton>
            }
          />
        </ModalDialog>
      )}
      <div
        className={classNames(
          'flex min-h-dvh flex-col',
          isWide && !collapsed && 'ps-66 print:ps-0',
        )}
      >
        <TopBar
          title={ownTitle?.heading ?? page.title}
          titleId={titleId}
          compactWhenScrolled={page.compactWhenScrolled}
          menuButton={
            <IconButton
              // The open drawer covers this button, and has its own button to close.
              label={isWide && !collapsed ? 'Close menu' : 'Open menu'}
              // The label says whether the sidebar is open.
              aria-expanded={isWide ? undefined : drawerIsOpen}
              aria-controls={menuId}
              onClick={isWide ? toggleCollapsed : () => setDrawerOpenedAt(requested)}
              className="max-sm:me-auto"
            >
              <PanelLeft className="size-[18px]" />
            </IconButton>
          }
          isAdmin={isAdmin}
        />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          aria-labelledby={titleId}
          className="mx-auto w-full max-w-[1344px] px-4 pt-5 pb-4 outline-none sm:px-8 sm:pb-5 print:p-0"
        >
          <ScreenFrame value="titled">{children}</ScreenFrame>
        </main>
        <Footer />
      </div>
    </>
  )
}

function Footer() {
  const links = [
    { name: 'Support', href: settings.supportUrl },
    { name: 'Privacy', href: settings.privacyUrl },
    { name: 'Terms', href: settings.termsUrl },
  ].filter(({ href }) => href !== '')
  return (
    <footer className="mx-auto mt-auto flex w-full max-w-[1344px] flex-wrap items-center gap-x-5 px-4 py-6 text-12h text-ink-3 sm:px-8 sm:pt-8 print:hidden">
      <p>{`© ${new Date(now()).getFullYear()} ${settings.productName}`}</p>
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          className="inline-flex items-center rounded-6 hover:text-ink hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {name}
        </a>
      ))}
    </footer>
  )
}

/** The media query of windows wide enough for the sidebar (specification, section 9). */
const wideScreen = '(min-width: 1200px)'

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(wideScreen).matches,
    () => true,
  )
}

const sidebarKey = 'sidebar'

/** @returns whether the sidebar is collapsed, and its toggle. The choice is remembered. */
function useSidebarCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(
    () => tryStorage(() => localStorage.getItem(sidebarKey)) === 'collapsed',
  )
  function toggle() {
    setCollapsed(!collapsed)
    // If storage is blocked, the choice lasts as long as the page.
    tryStorage(() => localStorage.setItem(sidebarKey, collapsed ? 'expanded' : 'collapsed'))
  }
  return [collapsed, toggle]
}
