import { useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { usePageState } from '../lib/page-state'
import { waitingForUser } from '../lib/waiting-for-user'

/**
 * A thin line at the top while a page loads or a mutation runs. Its animation delays it by 150 ms
 * (`src/design.css`). Hidden from screen readers, who hear the busy button and the new page's heading.
 */
export function ProgressBar() {
  const isNavigating = useRouterState({ select: (state) => state.isLoading })
  // A mutation that waits in checkout isn't busy.
  const isSaving = useIsMutating() > (usePageState(waitingForUser) ? 1 : 0)
  return isNavigating || isSaving ? <div aria-hidden="true" className="progress-bar" /> : null
}
