import { classNames } from '../../ui/class-names'
import { NavigationPanel } from './NavigationPanel'

interface SidebarProps {
  id: string
  isAdmin: boolean
  /** Hidden, from the keyboard too. */
  collapsed: boolean
}

/** The sidebar of wide screens. */
export function Sidebar({ id, collapsed, ...panel }: SidebarProps) {
  return (
    <aside
      id={id}
      aria-label="Sidebar"
      className={classNames(
        'fixed inset-y-0 start-0 z-30 w-66 border-e border-line bg-surface transition-[translate,visibility] print:hidden',
        collapsed && 'invisible -translate-x-full',
      )}
    >
      <NavigationPanel {...panel} />
    </aside>
  )
}
