import type { toast } from 'sonner'
import { pageState } from '../../lib/page-state'

interface Toast {
  tone: 'success' | 'error' | 'info'
  text: string
  detail: string | undefined
}

/** What doesn't show yet. */
const waiting = pageState<readonly Toast[]>('toasts', [])

/**
 * Shows a toast, top right for 5000 ms (D26). The toaster's code is loaded first if need be.
 * @param detail the server's own words, on a line below (D27).
 */
export function showToast(tone: Toast['tone'], text: string, detail?: string): void {
  waiting.set([...waiting.get(), { tone, text, detail }])
}

/**
 * Called by the place that mounts the toaster; `listener` runs at each toast.
 * @returns a function that ends it.
 */
export function onToastRequested(listener: () => void): () => void {
  if (waiting.get().length > 0) listener()
  return waiting.subscribe(listener)
}

/**
 * Called by the toaster once it is there: sonner drops toasts that come earlier.
 * @returns a function that ends it.
 */
export function connectToaster(sonner: typeof toast): () => void {
  const show = () => {
    const toasts = waiting.get()
    if (toasts.length === 0) return
    waiting.set([])
    for (const { tone, text, detail } of toasts) sonner[tone](text, { description: detail })
  }
  show()
  return waiting.subscribe(show)
}
