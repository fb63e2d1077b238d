import type { ErrorComponentProps } from '@tanstack/react-router'
import { useContext, useEffect, useState } from 'react'
import { useLazyComponent } from '../lib/use-lazy-component'
import { useOnline } from '../lib/use-online'
import { Button } from '../ui/Button'
import { classNames } from '../ui/class-names'
import { ScreenFrame } from '../ui/screen-frame'
import { lostCode } from './chunk-errors'

const importDetails = () => import('./FailureDetails')

/** Replaces a screen that threw an error, or whose code couldn't be loaded. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const [isAbsent] = useState(() => lostCode.get() === 'something offline')
  return isAbsent ? <OfflineScreen /> : <Failure problem={{ error, reset }} />
}

/**
 * The screen for code that couldn't load offline. Its text is in the first code, because nothing else may load.
 * Browsers retry failed code only in a new document.
 */
function OfflineScreen() {
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) window.location.reload()
  }, [isOnline])
  const frame = useContext(ScreenFrame)
  const Frame = frame ? 'div' : 'main'
  const Heading = frame === 'titled' ? 'h2' : 'h1'
  return (
    <Frame className="px-4 py-20 text-center">
      <Heading className="text-22 font-[680] tracking-[-0.03em] text-ink">
        This page can’t be opened offline
      </Heading>
      <p className="mt-2 text-15 text-ink-2">It opens by itself when you are online again.</p>
    </Frame>
  )
}

export function NotFoundScreen() {
  return <Failure />
}

/**
 * Loads everything but the heading late, because few users ever see it. The heading is there at once, for the focus,
 * and stays.
 * @param problem the error, and the boundary's reset; undefined for a missing page.
 */
function Failure({ problem }: { problem?: ErrorComponentProps }) {
  const frame = useContext(ScreenFrame)
  const { code: details, hasFailed } = useLazyComponent(importDetails, 'now')
  const Frame = frame ? 'div' : 'main'
  const Heading = frame === 'titled' ? 'h2' : 'h1'
  return (
    <Frame
      className={classNames(
        'flex flex-col items-center justify-center px-4 py-10 text-center',
        frame ? '' : 'min-h-dvh',
        frame === 'titled' && 'rounded-card border border-line bg-surface shadow-card',
      )}
    >
      {/* A placeholder as high as the drawing. */}
      {details ? <details.LostChart /> : <div className="h-25" />}
      <Heading className="mt-5 text-18 font-[650] tracking-[-0.02em] text-ink">
        Unexpected Application Error!
      </Heading>
      {details ? (
        <details.FailureDetails problem={problem} />
      ) : (
        <div data-unsettled={hasFailed ? undefined : true} className="min-h-26">
          {hasFailed && (
            <Button className="mt-5" onClick={() => window.location.reload()}>
              Reload this page
            </Button>
          )}
        </div>
      )}
    </Frame>
  )
}
