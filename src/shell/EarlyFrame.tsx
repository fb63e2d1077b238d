import { Moon, PanelLeft, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { settings } from '../settings'
import { Avatar } from '../ui/Avatar'
import { Logo } from '../ui/Logo'
import { Skeleton } from '../ui/Skeleton'
import { visibleNavigation } from './navigation/navigation'

/** A page as it shows before anything of it has come. */
export interface EarlyPage {
  /** The part of its address after `/dashboard/`. */
  path: string
  title: string
  /** The path of the sidebar's entry that is highlighted. */
  navigation: string
  content: ReactNode
}

const square =
  'grid size-10 shrink-0 place-items-center rounded-control border border-line bg-surface text-ink-2 pointer-coarse:size-11'
const iconClasses = 'size-[18px]'

/**
 * What the signed-in pages look like before their code has come, and the same as when it has: a test
 * compares the pictures. Nothing in it is anybody's. It is HTML alone, and the app is drawn in its place;
 * `src/boot/boot.ts` finds whether it shows, and which page.
 */
export function EarlyFrame({ pages }: { pages: readonly EarlyPage[] }) {
  return (
    <div className="early-frame">
      <style>{stylesFor(pages)}</style>
      <Sidebar />
      <div data-part="page" className="flex min-h-dvh flex-col xl:ps-66">
        <TopBar pages={pages} />
        <div className="mx-auto w-full max-w-[1344px] px-4 py-5 sm:px-8">
          {pages.map(({ path, content }) => (
            <div key={path} data-for={path}>
              {content}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Shows of it what the boot script has found, in attributes of the page. */
function stylesFor(pages: readonly EarlyPage[]): string {
  const frame = '.early-frame'
  const hidden = [
    `html:not([data-frame]) ${frame}`,
    `html:not([data-admin]) ${frame} [data-admin-only]`,
    `[data-sidebar=collapsed] ${frame} [data-part=sidebar]`,
    ...pages.map(({ path }) => `html:not([data-frame=${path}]) ${frame} [data-for=${path}]`),
  ]
  // As `NavigationPanel.tsx` shows it.
  const current = pages.map(
    ({ path, navigation }) => `[data-frame=${path}] ${frame} [data-page="${navigation}"]`,
  )
  return `${hidden}{display:none}
[data-sidebar=collapsed] ${frame} [data-part=page]{padding:0}
${current}{background:var(--brand-50);color:var(--accent-text);font-weight:600}`
}

function Sidebar() {
  return (
    <div
      data-part="sidebar"
      className="fixed inset-y-0 start-0 z-30 hidden w-66 border-e border-line bg-surface xl:block"
    >
      <div className="flex h-full flex-col overflow-hidden p-3.5 pb-5">
        <div className="mb-3.5 flex min-h-[50px] items-center">
          <span className="flex px-2.5 py-2">
            <Logo name={settings.productName} />
          </span>
        </div>
        <ul className="grid gap-1">
          {visibleNavigation(true, settings.extensions).map((entry) => (
            <li
              key={entry.path}
              data-page={entry.path}
              data-admin-only={entry.adminOnly || undefined}
              className="flex min-h-10 items-center gap-3 rounded-control px-3 py-2 font-medium text-ink-2 pointer-coarse:min-h-11"
            >
              <entry.icon className="size-[18px] shrink-0" aria-hidden="true" />
              {entry.name}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex items-center gap-2.5 rounded-card border border-line px-3 py-3.5">
          <Skeleton className="size-[34px] rounded-control" />
          <div className="grid min-h-9 content-center gap-2">
            <Skeleton className="h-3 w-28" />
            <span data-admin-only>
              <Skeleton className="h-2.5 w-18" />
            </span>
          </div>
        </div>
      </div>
    </div>
  )
}

function TopBar({ pages }: { pages: readonly EarlyPage[] }) {
  const titles = pages.map(({ path, title }) => (
    <span key={path} data-for={path}>
      {title}
    </span>
  ))
  return (
    <div
      aria-hidden="true"
      className="mx-auto flex w-full max-w-[1344px] flex-wrap items-center gap-2 px-4 pt-3 pb-1 sm:min-h-[78px] sm:flex-nowrap sm:gap-4 sm:px-8 sm:pb-3"
    >
      <span className={`${square} max-sm:me-auto`}>
        <PanelLeft className={iconClasses} />
      </span>
      <div className="min-w-0 max-sm:order-last max-sm:basis-full sm:flex-1">
        <p className="flex text-12h text-ink-3">
          <span className="shrink-0">{settings.productName}</span>
          <span className="truncate">
            <span className="px-1 whitespace-pre">{' / '}</span>
            {titles}
          </span>
        </p>
        <p className="min-h-[1.75rem] overflow-hidden text-22 font-[680] tracking-[-0.025em] text-balance wrap-anywhere text-ink">
          {titles}
        </p>
      </div>
      <span className="flex size-10 shrink-0 items-center justify-center gap-3 rounded-control border border-line bg-surface text-ink-3 pointer-coarse:size-11 sm:w-[14rem] sm:justify-start sm:ps-3 sm:pe-2.5 lg:w-[18.75rem] sm:pointer-coarse:w-[14rem] lg:pointer-coarse:w-[18.75rem]">
        <Search className="size-[18px] shrink-0 text-ink-2 sm:size-4" />
        <span className="max-sm:sr-only">Search...</span>
        <span className="ms-auto hidden rounded-6 border border-line px-1.5 py-px font-sans text-12 text-ink-3 sm:pointer-fine:block">
          Ctrl K
        </span>
      </span>
      <span className={square}>
        <Moon className={`${iconClasses} dark:hidden`} />
        <Sun className={`${iconClasses} hidden dark:block`} />
      </span>
      <Avatar name={undefined} className="size-10 pointer-coarse:size-11" />
    </div>
  )
}
