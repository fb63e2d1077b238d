import { WifiOff } from 'lucide-react'
import { usePageState } from '../lib/page-state'
import { useOnline } from '../lib/use-online'
import { settings } from '../settings'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { lostCode } from './chunk-errors'

/**
 * Banners about problems of the app as a whole, above every page. They are in the first code: when they are needed,
 * nothing else may load.
 */
export function Notices() {
  const isOnline = useOnline()
  const lacksCode = usePageState(lostCode) !== 'nothing'
  const isNeeded = !isOnline || lacksCode
  return (
    // Rendered from the start, so that the text is announced.
    <div
      role="status"
      data-banner={isNeeded || undefined}
      className="mb-4 empty:absolute has-[~[data-banner]]:mb-2.5 print:hidden"
    >
      {!isOnline ? (
        <Banner label="Connection" icon={WifiOff} fact="You’re offline.">
          <span>What you see may be old. Nothing is saved until you are back.</span>
        </Banner>
      ) : (
        isNeeded && (
          <Banner
            label="Update"
            fact={`Part of ${settings.productName} could not be loaded.`}
            actions={
              <Button look="secondary" size="small" onClick={() => window.location.reload()}>
                Reload
              </Button>
            }
          >
            <span>It may have been updated.</span>
          </Banner>
        )
      )}
    </div>
  )
}
