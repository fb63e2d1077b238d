import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

interface TabsProps {
  /** The accessible name. */
  label: string
  /** The search parameter that holds the chosen tab: `?tab=security`. */
  param: string
  /** The tabs. The first is the one of an address without the parameter. */
  tabs: readonly { value: string; name: string }[]
  current: string
  /** Whether the tabs scroll sideways on phones, instead of sharing the width. */
  scrolls?: boolean
}

/** Links to the parts of a page, which the address names. */
export function Tabs({ label, param, tabs, current, scrolls = false }: TabsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(current)}"]`)
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav
      aria-label={label}
      className="relative after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line print:hidden"
    >
      <ul
        ref={list}
        className={`tabs relative z-1 flex gap-6 overflow-x-auto [scrollbar-width:none] ${
          scrolls
            ? 'max-sm:mask-r-from-[calc(100%-32px)] max-sm:pe-8'
            : 'max-sm:justify-between max-sm:gap-2'
        }`}
      >
        {tabs.map(({ value, name }, index) => (
          <li key={value} data-tab={value} className="shrink-0">
            <Link
              to="."
              // The other parameters of the page stay.
              search={(before: object) =>
                ({ ...before, [param]: index === 0 ? undefined : value }) as never
              }
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={value === current ? 'page' : undefined}
              className="flex h-11 items-center rounded-t-6 font-[550] whitespace-nowrap text-ink-2 -outline-offset-2 transition-[box-shadow,color] hover:text-ink hover:shadow-[inset_0_-2px_var(--line-2)] aria-[current=page]:font-semibold aria-[current=page]:text-accent forced-colors:aria-[current=page]:border-b-2"
            >
              <span dir="auto" className="max-sm:max-w-60 max-sm:truncate">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
