import { type ReactNode, useEffect, useState } from 'react'

/**
 * The text of a live region that appears together with it. Screen readers announce what is added to a
 * region that they know, so the text is shown at once and joins the accessibility tree just after.
 */
export function AnnouncedText({ children }: { children: ReactNode }) {
  const [isRegionKnown, setRegionKnown] = useState(false)
  useEffect(() => {
    // In a task of its own: React may run effects in the very one that draws.
    const timer = setTimeout(() => setRegionKnown(true))
    return () => clearTimeout(timer)
  }, [])
  return <span aria-hidden={!isRegionKnown}>{children}</span>
}
