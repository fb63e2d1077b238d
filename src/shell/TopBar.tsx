import { useQuery } from '@tanstack/react-query'
import { Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { profileQuery } from '../profile/queries'
import { settings } from '../settings'
import { Avatar } from '../ui/Avatar'
import { classNames } from '../ui/class-names'
import { IconButton } from '../ui/IconButton'
import { MenuButton } from '../ui/menu/MenuButton'
import { toggleTheme, useTheme } from '../ui/theme'
import { SearchBox } from './palette/SearchBox'

const importMenu = () => import('./ProfileMenuContent').then((module) => module.ProfileMenuContent)

interface TopBarProps {
  title: ReactNode
  /** The id by which the title names the main region. */
  titleId: string
  /** Title and search show only while the page is scrolled to the top (specification, section 2). */
  compactWhenScrolled: boolean | undefined
  menuButton: ReactNode
  isAdmin: boolean
}

export function TopBar(props: TopBarProps) {
  const { title, titleId, compactWhenScrolled, menuButton, isAdmin } = props
  const top = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  const isDark = useTheme() === 'dark'
  const { data: profile } = useQuery(profileQuery)

  // Observes an element at the top of the page: scroll events would come for every pixel.
  useEffect(() => {
    if (!top.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsScrolled(!entry.isIntersecting)
    })
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [])

  const isCompact = compactWhenScrolled && isScrolled
  return (
    <>
      <div ref={top} aria-hidden="true" className="absolute top-0 h-px w-px" />
      <header className="sticky top-0 z-20 has-[[role=menu]]:z-30 max-sm:pointer-events-none short:relative print:static">
        {/* On a phone only the buttons stay, and the page scrolls under the title's place. */}
        <div
          className={classNames(
            'absolute inset-0 -z-10 border-b bg-canvas transition-[border-color] max-sm:bottom-auto max-sm:h-17 print:hidden',
            isScrolled ? 'border-line' : 'border-transparent',
          )}
        />
        <div className="mx-auto flex max-w-[1344px] flex-wrap items-center gap-2 px-4 pt-3 pb-1 *:pointer-events-auto max-[15rem]:gap-0.5 max-[15rem]:px-1 sm:min-h-[78px] sm:flex-nowrap sm:gap-4 sm:px-8 sm:pb-3 print:px-0">
          {menuButton}
          <div
            className={classNames(
              'min-w-0 transition-[opacity] max-sm:order-last max-sm:basis-full sm:flex-1',
              isScrolled && 'max-sm:pointer-events-none max-sm:opacity-0',
            )}
          >
            <nav
              aria-label="Breadcrumb"
              className={classNames(
                'transition-[translate] print:hidden',
                isCompact && 'sm:translate-y-3.5',
              )}
            >
              <ol className="flex text-12h text-ink-3">
                <li className="shrink-0">{settings.productName}</li>
                {/* Truncated on narrow screens: the heading below shows it in full. */}
                <li aria-current="page" className="truncate">
                  <span aria-hidden="true" className="px-0.5 whitespace-pre">
                    {' / '}
                  </span>
                  <span>{title}</span>
                </li>
              </ol>
            </nav>
            {/* While hidden, the title keeps its room and stays readable to screen readers. */}
            <div className="min-h-[1.75rem]">
              <h1
                id={titleId}
                className={classNames(
                  'overflow-hidden text-22 font-[680] tracking-[-0.025em] wrap-anywhere text-ink print:max-h-none print:opacity-100 print:[transition:none]',
                  isCompact
                    ? 'max-h-0 opacity-0 [transition:opacity_150ms,max-height_0s_150ms]'
                    : 'max-h-40 transition-[opacity]',
                )}
              >
                {title}
              </h1>
            </div>
          </div>
          <SearchBox hidden={isCompact} isAdmin={isAdmin} />
          <IconButton
            label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
            onClick={toggleTheme}
          >
            <Moon className="size-[18px] dark:hidden" />
            <Sun className="hidden size-[18px] dark:block" />
          </IconButton>
          <MenuButton
            label="Profile menu"
            importMenu={importMenu}
            menu={(Menu, wiring) => <Menu {...wiring} profile={profile} isAdmin={isAdmin} />}
            className="grid place-items-center rounded-control hover:brightness-97 active:brightness-94 dark:hover:brightness-115 dark:active:brightness-125"
          >
            <Avatar name={profile?.full_name} size={40} />
          </MenuButton>
        </div>
      </header>
    </>
  )
}
