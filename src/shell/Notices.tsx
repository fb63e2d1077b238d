import { RefreshCw, WifiOff } from 'lucide-react'
import { useOnline } from '../lib/use-online'
import { settings } from '../settings'
import { useLostCode } from './lost-code'

/** What is wrong with the app as a whole, as long as it is, at the foot of the window. */
export function Notices() {
  const isOnline = useOnline()
  const isLost = useLostCode()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center print:hidden"
    >
      {(!isOnline || isLost) && (
        <div className="pointer-events-auto flex items-center gap-3 rounded-control border border-line-2 bg-raised px-4 py-2.5 text-14 font-medium text-ink shadow-card transition-[opacity,translate] starting:translate-y-2 starting:opacity-0">
          {isOnline ? (
            <>
              <p>Part of {settings.productName} could not be loaded. It may have been updated.</p>
              <button
                type="button"
                onClick={() => window.location.reload()}
                className="inline-flex min-h-8 items-center gap-2 rounded-8 bg-brand-50 px-3 font-semibold text-accent hover:bg-brand-100 pointer-coarse:min-h-11"
              >
                <RefreshCw className="size-4 shrink-0" aria-hidden="true" />
                Reload
              </button>
            </>
          ) : (
            <>
              <WifiOff className="size-4.5 shrink-0 text-warn" aria-hidden="true" />
              <p>You are offline. What you see may be out of date.</p>
            </>
          )}
        </div>
      )}
    </div>
  )
}
