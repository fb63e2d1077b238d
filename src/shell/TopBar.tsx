import { PanelLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { settings } from '../settings'
import { classNames } from '../ui/class-names'
import { IconButton } from '../ui/IconButton'
import { ProfileMenu } from './ProfileMenu'
import { SearchBox } from './palette/SearchBox'
import { ThemeToggle } from './ThemeToggle'

interface TopBarProps {
  title: string
  /** The page's main region is named by the title through this. */
  titleId: string
  /** Title and search show only while the page is scrolled to the top (specification, section 2). */
  calmWhenScrolled: boolean
  menu: { label: string; isOpen: boolean; controls: string; onPress: () => void }
  isAdmin: boolean
}

/** Where one is, and the way to everything that isn't on the page. */
export function TopBar(props: TopBarProps) {
  const { title, titleId, calmWhenScrolled, menu, isAdmin } = props
  const top = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)

  // An observed mark at the top of the page tells of the two moments that matter; scroll events
  // would tell of every pixel.
  useEffect(() => {
    if (!top.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsScrolled(!entry.isIntersecting)
    })
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [])

  const isCalm = calmWhenScrolled && isScrolled
  return (
    <>
      <div ref={top} aria-hidden="true" className="absolute top-0 h-px w-px" />
      <header className="sticky top-0 z-20 bg-canvas short:static print:static print:bg-transparent">
        <div className="mx-auto flex min-h-[78px] max-w-[1344px] items-center gap-2 px-4 py-3 sm:gap-4 sm:px-8 print:px-0">
          <IconButton
            label={menu.label}
            aria-expanded={menu.isOpen}
            aria-controls={menu.controls}
            onClick={menu.onPress}
            className="me-1 sm:me-0"
          >
            <PanelLeft className="size-[18px] rtl:-scale-x-100" aria-hidden="true" />
          </IconButton>
          <div className="min-w-0 flex-1">
            <nav
              aria-label="Breadcrumb"
              className={classNames(
                'transition-[translate] print:hidden',
                isCalm && 'translate-y-3.5',
              )}
            >
              <ol className="flex text-12h text-ink-3">
                <li className="shrink-0">{settings.productName}</li>
                {/* Where the screen is too narrow, the title right below says it in full. */}
                <li className="truncate">
                  <span aria-hidden="true" className="px-1 whitespace-pre">
                    {' / '}
                  </span>
                  {title}
                </li>
              </ol>
            </nav>
            {/* The title keeps its room and, for screen readers, its place while it is hidden. */}
            <div className="min-h-[1.625rem] sm:min-h-[1.75rem]">
              <h1
                id={titleId}
                className={classNames(
                  'overflow-hidden text-18 wrap-anywhere max-[359px]:text-14 font-[680] tracking-[-0.025em] text-ink sm:text-22 print:max-h-none print:opacity-100 print:[transition:none]',
                  isCalm
                    ? 'max-h-0 opacity-0 [transition:opacity_150ms,max-height_0s_150ms]'
                    : 'max-h-40 transition-[opacity]',
                )}
              >
                {title}
              </h1>
            </div>
          </div>
          <SearchBox hidden={isCalm} isAdmin={isAdmin} />
          <ThemeToggle />
          <ProfileMenu isAdmin={isAdmin} />
        </div>
        <div
          className={classNames(
            'absolute inset-x-0 bottom-0 h-px bg-line transition-[opacity] print:hidden',
            !isScrolled && 'opacity-0',
          )}
        />
      </header>
    </>
  )
}
