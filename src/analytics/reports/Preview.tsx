import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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

/** The mail with today's figures. Nothing waits for it. */
export function Preview({ dashboardId, timeZone }: PreviewProps) {
  // Arrow keys go through many zones.
  const settled = useDebounced(timeZone, 500)
  const preview = useQuery(previewQuery(dashboardId, settled))
  return (
    <section aria-label="Preview" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-14 font-semibold text-ink">Preview</h3>
        <p className="text-12h text-ink-3">With today’s figures</p>
      </div>
      {preview.data ? (
        <div className="h-140 overflow-hidden rounded-card border border-line mask-b-from-[calc(100%-4rem)]">
          {/* As wide as a mail, at 62.5 per cent. */}
          <div className="w-[160%] origin-top-left scale-[0.625] rtl:origin-top-right">
            <MailPreview html={preview.data.html} />
          </div>
        </div>
      ) : preview.isError ? (
        <div role="alert" className="space-y-3">
          <p className="text-14 text-ink-2">No preview: the dashboard did not answer.</p>
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

/** After so long it is said what one waits for, in ms. */
const patience = 5_000

/** The shape of a mail. */
function Reading() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="relative">
      <div className="absolute inset-x-4 top-4 z-1">
        <LoadingText unseen={!isLate}>Reading your dashboard…</LoadingText>
      </div>
      <div className="h-140 space-y-4 overflow-hidden rounded-card border border-line bg-surface px-4 pt-14">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-3.5 w-32" />
        {['w-full', 'w-40', 'w-5/6', 'w-36', 'w-2/3'].map((width) => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </div>
    </div>
  )
}
