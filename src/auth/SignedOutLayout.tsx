import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { settings } from '../settings'
import { Logo } from '../ui/Logo'
import { ScreenFrame } from '../ui/screen-frame'
import { BrandPanel } from './BrandPanel'

/** The frame of the signed-out screens: the form on the left, the brand panel on wide screens. */
export function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:h-dvh lg:grid-cols-2 lg:p-4">
      <div className="flex min-h-0 flex-col lg:overflow-y-auto">
        <header className="px-4 pt-5 sm:px-8 lg:pt-4">
          <Link to="/signin" className="inline-flex rounded-control">
            <Logo name={settings.productName} />
          </Link>
        </header>
        <main className="m-auto w-full max-w-[432px] px-4 py-10">
          <ScreenFrame value="untitled">{children}</ScreenFrame>
        </main>
      </div>
      <BrandPanel />
    </div>
  )
}
