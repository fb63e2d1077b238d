import { settings } from '../settings'
import { Card } from '../ui/Card'
import { LoadingText } from '../ui/LoadingText'
import { Logo } from '../ui/Logo'
import { Skeleton } from '../ui/Skeleton'
import { visibleNavigation } from './navigation/navigation'

/**
 * The frame of the signed-in pages before their code has come: sidebar where there is room for it, top
 * bar, and what the main dashboard says while it loads. Nothing in it is anybody's. It is HTML alone,
 * and the app is drawn in its place; `src/boot/boot.ts` decides whether it shows, and how.
 */
export function EarlyFrame() {
  return (
    <div className="early-frame">
      <div
        data-part="sidebar"
        className="fixed inset-y-0 start-0 z-30 hidden w-66 border-e border-line bg-surface p-3.5 xl:block"
      >
        <div className="flex min-h-[50px] items-center px-2.5">
          <Logo name={settings.productName} />
        </div>
        <ul className="mt-3.5 grid gap-1">
          {visibleNavigation(true).map((entry) => (
            <li
              key={entry.path}
              data-admin-only={entry.adminOnly || undefined}
              className="flex min-h-10 items-center gap-3 px-3 py-2 font-medium text-ink-2"
            >
              <entry.icon className="size-[18px] shrink-0" aria-hidden="true" />
              {entry.name}
            </li>
          ))}
        </ul>
      </div>
      <div data-part="page" className="flex min-h-dvh flex-col xl:ps-66">
        <div className="mx-auto flex min-h-[78px] w-full max-w-[1344px] items-center gap-2 px-4 py-3 sm:gap-4 sm:px-8">
          <Skeleton className="me-1 size-10 rounded-control sm:me-0" />
          <div className="min-w-0 flex-1 space-y-2">
            <p className="text-12h text-ink-3">{settings.productName}</p>
            <Skeleton className="h-5 w-40 rounded-8" />
          </div>
          <Skeleton className="size-10 rounded-control" />
        </div>
        <div className="mx-auto w-full max-w-[1344px] px-4 py-5 sm:px-8">
          <Card className="p-4 sm:p-6">
            <LoadingText>Loading Dashboard...</LoadingText>
            <div className="mt-5 h-[1200px] rounded-control bg-sunken" />
          </Card>
        </div>
      </div>
    </div>
  )
}
