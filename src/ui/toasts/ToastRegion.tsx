import { useEffect } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { onToastRequested } from './toast'

const importToaster = () => import('./Toaster').then((module) => module.Toaster)

/** Mounts the toaster when the browser is idle, or at the first toast. */
export function ToastRegion() {
  const { code: Toaster, load } = useLazyComponent(importToaster)
  useEffect(() => onToastRequested(() => void load()), [load])
  return Toaster ? <Toaster /> : null
}
