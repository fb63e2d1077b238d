import { RefreshCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'

/** Adds an icon or a button to a notice's text. */
export function NoticeDetails({ isOnline, children }: { isOnline: boolean; children: ReactNode }) {
  if (!isOnline) {
    return (
      <>
        <WifiOff className="size-4.5 shrink-0 text-warn" />
        {children}
      </>
    )
  }
  return (
    <>
      {children}
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="inline-flex min-h-8 items-center gap-2 rounded-8 bg-brand-50 px-3 font-semibold text-accent forced-colors:border hover:bg-brand-100 pointer-coarse:min-h-11"
      >
        <RefreshCw className="size-4 shrink-0" />
        Reload
      </button>
    </>
  )
}
