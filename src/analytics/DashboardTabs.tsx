import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Profile } from '../../contract/profile'

/** Returns the element id of a dashboard's tab panel. */
export const panelId = (dashboardId: string) => `dashboard-${dashboardId}`
export const tabId = (dashboardId: string) => `tab-${dashboardId}`

interface DashboardTabsProps {
  dashboards: NonNullable<Profile['organization']['dashboards']>
  chosen: string
  onChoose: (dashboardId: string) => void
}

/**
 * The dashboards' tabs. Arrow keys move the focus; Enter opens a dashboard, because loading takes a while.
 * Source: WAI-ARIA Authoring Practices, "Tabs with Manual Activation".
 */
export function DashboardTabs({ dashboards, chosen, onChoose }: DashboardTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  // On phones the tabs scroll sideways, the page doesn't.
  useEffect(() => {
    const tab = document.getElementById(tabId(chosen))
    const { current: row } = list
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [chosen])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const tabs = [...(list.current?.children ?? [])] as HTMLElement[]
    const index = tabs.indexOf(event.currentTarget)
    const next = {
      ArrowRight: tabs[(index + 1) % tabs.length],
      ArrowLeft: tabs.at(index - 1),
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Dashboards"
      className="relative -mx-4 mb-4 flex gap-6 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] pointer-fine:[scrollbar-width:thin] sm:-mx-6 sm:mb-6 sm:px-6"
    >
      {dashboards.map(({ dashboard_id: id, name }) => (
        <button
          key={id}
          id={tabId(id)}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={id === chosen ? panelId(id) : undefined}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={onKeyDown}
          className={`h-11 shrink-0 pt-0.5 text-14 font-medium -outline-offset-2 ${
            id === chosen
              ? 'border-b-2 border-accent text-accent'
              : 'pb-0.5 text-ink-2 hover:text-ink'
          }`}
        >
          {/* The heading shows a truncated name in full. */}
          <span dir="auto" className="block max-sm:max-w-[min(15rem,70vw)] max-sm:truncate">
            {name}
          </span>
        </button>
      ))}
    </div>
  )
}
