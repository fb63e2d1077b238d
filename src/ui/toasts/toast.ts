import type { toast } from 'sonner'

type Sonner = typeof toast

let resolveReady: (sonner: Sonner) => void
const ready = new Promise<Sonner>((resolve) => {
  resolveReady = resolve
})
let requestToaster: () => void = () => {}
let requested = false

/**
 * Shows a toast, top right for 5000 ms (D26). The toaster's code is loaded first if need be.
 * @param detail the server's own words, on a line below (D27).
 */
export async function showToast(
  tone: 'success' | 'error' | 'info',
  text: string,
  detail?: string,
): Promise<void> {
  requested = true
  requestToaster()
  const sonner = await ready
  sonner[tone](text, { description: detail })
}

/** Called by the place that mounts the toaster; `listener` runs at the first toast. */
export function whenToasterIsWanted(listener: () => void): void {
  requestToaster = listener
  if (requested) listener()
}

/** Called by the toaster once it is there: sonner drops toasts that come earlier. */
export function toasterIsReady(sonner: Sonner): void {
  resolveReady(sonner)
}
