import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../lib/when-idle'
import { whenToasterIsWanted } from './toast'

const Toaster = lazy(() => import('./Toaster'))

/** Mounts the toaster when the browser is idle, or at the first toast if that comes earlier. */
export function ToastRegion() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    whenToasterIsWanted(want)
    return whenIdle(want)
  }, [])
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
