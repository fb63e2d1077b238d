import { useEffect, useState } from 'react'

/**
 * The text of a live region that mounts together with it. Screen readers announce only additions to a
 * known region: the text shows at once and joins the accessibility tree a moment later.
 */
export function AnnouncedText({ children }: { children: string }) {
  const [isRegionKnown, setRegionKnown] = useState(false)
  useEffect(() => {
    // Waits for a new task, because React may run effects in the task that renders.
    const timer = setTimeout(() => setRegionKnown(true))
    return () => clearTimeout(timer)
  }, [])
  return <span aria-hidden={!isRegionKnown}>{children}</span>
}
