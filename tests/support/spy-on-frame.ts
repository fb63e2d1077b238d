import { vi } from 'vitest'

/** Sends a frame nowhere. @returns a spy on its navigations. */
export function spyOnReplace(frame: HTMLIFrameElement) {
  const location = frame.contentWindow?.location
  if (!location) throw new Error('The frame has no window')
  return vi.spyOn(location, 'replace').mockImplementation(() => {})
}
