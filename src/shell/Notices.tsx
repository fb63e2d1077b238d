import { usePageState } from '../lib/page-state'
import { useLazyComponent } from '../lib/use-lazy-component'
import { useOnline } from '../lib/use-online'
import { settings } from '../settings'
import { lostCode } from './chunk-errors'

const importDetails = () => import('./NoticeDetails').then((module) => module.NoticeDetails)

/**
 * Reports problems of the app as a whole at the foot of the window. The texts are in the first code: when
 * they are needed, nothing else may load.
 */
export function Notices() {
  const isOnline = useOnline()
  const lacksCode = usePageState(lostCode) !== 'nothing'
  const { code: Details } = useLazyComponent(importDetails)
  const words = (
    <p>
      {isOnline
        ? `Part of ${settings.productName} could not be loaded. It may have been updated.`
        : 'You are offline. What you see may be out of date.'}
    </p>
  )
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center print:hidden"
    >
      {(!isOnline || lacksCode) && (
        <div className="pointer-events-auto flex items-center gap-3 rounded-control border border-line-2 bg-raised px-4 py-2.5 text-14 font-medium text-ink shadow-card transition-[opacity,translate] starting:translate-y-2 starting:opacity-0">
          {Details ? <Details isOnline={isOnline}>{words}</Details> : words}
        </div>
      )}
    </div>
  )
}
