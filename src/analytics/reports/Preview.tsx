import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followingServerText } from '../../api/errors'
import { useDebounced } from '../../lib/use-debounced'
import { Button } from '../../ui/Button'
import { LoadingText } from '../../ui/LoadingText'
import { Skeleton } from '../../ui/Skeleton'
import { MailPreview } from './MailPreview'
import { previewQuery } from './queries'

interface PreviewProps {
  dashboardId: string
  timeZone: string
}

/** The mail with today's figures. Nothing waits for the preview. */
export function Preview({ dashboardId, timeZone }: PreviewProps) {
  // Arrow keys pass through many zones.
  const settled = useDebounced(timeZone, 500)
  const preview = useQuery(previewQuery(dashboardId, settled))
  return (
    <section aria-label="Preview" className="flex h-full min-w-0 flex-col">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-12h font-semibold text-ink">Preview</h3>
        {!preview.isError && <p className="text-12h text-ink-3">With today’s figures</p>}
      </div>
      {preview.data ? (
        <div className={`${sheet} mask-b-from-[calc(100%-4rem)]`}>
          {/* The width of a mail, scaled to 62.5 per cent. */}
          <div className="w-[160%] origin-top-left scale-[0.625] rtl:origin-top-right">
            <MailPreview html={preview.data.html} />
          </div>
        </div>
      ) : preview.isError ? (
        <div role="alert" className="space-y-3">
          <p className="text-14 text-ink-2">
            {followingServerText(preview.error) ?? 'No preview: the dashboard did not answer.'}
          </p>
          <Button look="secondary" busy={preview.isFetching} onClick={() => void preview.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <Reading />
      )}
    </section>
  )
}

/** The upper part of the mail. Beside the form it extends to the dialog's foot, whatever the form's height. */
const sheet =
  'max-sm:h-140 sm:min-h-0 sm:flex-1 overflow-hidden rounded-t-control border border-b-0 border-line'

/** Milliseconds after which the preview says why it takes long. */
const lateAfter = 5_000

/** The skeleton of a mail. */
function Reading() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), lateAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className={isLate ? 'mb-4' : undefined}>
        <LoadingText unseen={!isLate}>Reading your dashboard…</LoadingText>
      </div>
      <div className={`${sheet} bg-canvas mask-b-from-[calc(100%-4rem)] px-2.5 pt-5`}>
        <Skeleton className="h-3 w-14" />
        <div className="mt-4 min-h-140 space-y-7 rounded-card border border-line bg-surface p-4.5">
          <div className="space-y-2.5">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-2.5 w-32" />
          </div>
          <div className="grid grid-cols-2 gap-x-4 gap-y-6">
            {['w-20', 'w-12', 'w-10', 'w-8'].map((width) => (
              <div key={width} className="space-y-2">
                <Skeleton className="h-2 w-14" />
                <Skeleton className={`h-3.5 ${width}`} />
              </div>
            ))}
          </div>
          <div className="space-y-4">
            <Skeleton className="h-3 w-28" />
            {['w-20', 'w-18', 'w-22', 'w-16', 'w-14', 'w-24', 'w-17', 'w-19'].map((width) => (
              <div key={width} className="flex justify-between">
                <Skeleton className={`h-2.5 ${width}`} />
                <Skeleton className="h-2.5 w-16" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}
