import { useEffect } from 'react'
import { useLateComponent } from '../../lib/use-late-component'
import { whenToasterIsWanted } from './toast'

const importToaster = () => import('./Toaster').then((module) => module.Toaster)

/** Mounts the toaster when the browser is idle, or at the first toast if that comes earlier. */
export function ToastRegion() {
  const [Toaster, load] = useLateComponent(importToaster)
  useEffect(() => whenToasterIsWanted(() => void load()), [load])
  return Toaster ? <Toaster /> : null
}
