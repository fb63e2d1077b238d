import type { ReactNode } from 'react'
import { settings } from '../settings'
import { DashboardLayout } from './DashboardLayout'
import { visibleNavigation } from './navigation/navigation'

/** A page as it shows before any of its code has loaded. */
export interface EarlyPage {
  /** The part of its address after `/dashboard/`. */
  path: string
  title: string
  /** The path of the sidebar's entry to highlight. */
  navigation: string
  content: ReactNode
}

/**
 * The signed-in layout, rendered at build without data and for every page at once. `src/boot/boot.ts`
 * decides which page shows (`src/boot/boot-state.ts`). React renders the app in its place.
 */
export function EarlyFrame({ pages }: { pages: readonly EarlyPage[] }) {
  const titles = pages.map(({ path, title }) => (
    <span key={path} data-for={path}>
      {title}
    </span>
  ))
  return (
    <div className="early-frame" inert aria-hidden="true">
      <style>{stylesFor(pages)}</style>
      <DashboardLayout isAdmin title={titles}>
        {pages.map(({ path, content }) => (
          <div key={path} data-for={path}>
            {content}
          </div>
        ))}
      </DashboardLayout>
    </div>
  )
}

/** Does in CSS what the layout decides by the page, the user and the window. */
function stylesFor(pages: readonly EarlyPage[]): string {
  const frame = '.early-frame'
  const entries = visibleNavigation(true, settings.isOurServer)
  const entryAt = (index: number) => `${frame} aside li:nth-child(${index + 1})`
  const hidden = [
    `html:not(.boot-frame) ${frame}`,
    `.boot-sidebar-collapsed ${frame} aside`,
    `html:not(.boot-admin) ${frame} [data-admins-only]`,
    ...entries.flatMap(({ adminOnly }, index) =>
      adminOnly ? `html:not(.boot-admin) ${entryAt(index)}` : [],
    ),
    ...pages.map(({ path }) => `html:not(.boot-page-${path}) ${frame} [data-for=${path}]`),
  ]
  const current = pages.map(({ path, navigation }) => {
    const index = entries.findIndex((entry) => entry.path === navigation)
    return `.boot-page-${path} ${entryAt(index)} a`
  })
  return `${hidden}{display:none}
.boot-sidebar-collapsed ${frame} aside+div{padding:0}
@media (width<1200px){${frame} aside{display:none}${frame} aside+div{padding:0}}
${frame} footer{visibility:hidden}
${current}{background:var(--brand-50);color:var(--accent-text);font-weight:600}`
}
