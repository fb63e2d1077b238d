import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { settings } from '../settings'
import { Logo } from '../ui/Logo'
import { ScreenFrame } from '../ui/screen-frame'

/** The frame of the signed-out screens: the form on the left, the brand panel, which stays, on wide screens. */
export function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-cols-1 bg-surface [--control:44px] lg:grid-cols-2 lg:py-4 lg:pe-4">
      <div>
        <header className="px-4 pt-5 sm:px-8 sm:pb-5 lg:py-4">
          <Link to="/signin" className="inline-flex min-h-11 items-center rounded-control">
            <Logo name={settings.productName} />
          </Link>
        </header>
        <main className="mx-auto w-full max-w-[432px] px-4 pt-7 pb-10 sm:pt-[8vh] sm:pb-14 [&_[type=submit]]:w-full">
          <ScreenFrame value="untitled">{children}</ScreenFrame>
        </main>
      </div>
      {/* The stylesheet draws a dashboard under a lens there. */}
      <aside
        aria-label="About"
        className="brand-panel bg-[#2f3aa8] sticky top-4 hidden h-[calc(100dvh-32px)] overflow-hidden rounded-panel lg:block"
      >
        <div className="absolute inset-x-12 bottom-11 text-white">
          <p className="text-28 font-[650] tracking-[-0.03em]">Your organisation, in focus.</p>
          <p className="mt-1.5 text-15 text-white/85">
            One dashboard for every number your team relies on.
          </p>
        </div>
      </aside>
    </div>
  )
}
