import type { toast } from 'sonner'
import { pageState } from '../../lib/page-state'

interface Toast {
  tone: 'success' | 'error' | 'info' | 'warning'
  text: string
  detail: string | undefined
  action: ToastAction | undefined
}

interface ToastAction {
  label: string
  onPress: () => void
}

/** Toasts that aren't shown yet. */
const waiting = pageState<readonly Toast[]>('toasts', [])

/**
 * Shows a toast, top right for 5000 ms, once the toaster has loaded. A failure with a button stays until it is closed.
 * @param detail the server's text, on a line below (D27).
 */
export function showToast(
  tone: Toast['tone'],
  text: string,
  detail?: string,
  action?: ToastAction,
): void {
  waiting.set([...waiting.get(), { tone, text, detail, action }])
}

/** Calls a listener at each toast, so that the toaster mounts. @returns a function that removes the listener. */
export function onToastRequested(listener: () => void): () => void {
  if (waiting.get().length > 0) listener()
  return waiting.subscribe(listener)
}

/** Connects the toaster once it has mounted: sonner drops earlier toasts. @returns a function that disconnects it. */
export function connectToaster(sonner: typeof toast): () => void {
  const show = () => {
    const toasts = waiting.get()
    if (toasts.length === 0) return
    waiting.set([])
    for (const { tone, text, detail, action } of toasts) {
      sonner[tone](text, {
        description: detail,
        ...(tone === 'error' && action && { duration: Number.POSITIVE_INFINITY }),
        action: action && { label: action.label, onClick: action.onPress },
      })
    }
  }
  show()
  return waiting.subscribe(show)
}
