import { useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useWaitingForUser } from '../lib/waiting-for-user'

/**
 * A thin line at the top while a page is on its way or something is being saved. That it waits
 * 150 ms before it shows is its animation's doing (`src/design.css`): no timer runs. For the eyes
 * only: the button that was pressed says that it is busy, and a new page takes the focus.
 */
export function ProgressBar() {
  const isNavigating = useRouterState({ select: (state) => state.isLoading })
  // The one that waits in checkout is not at work.
  const isSaving = useIsMutating() > (useWaitingForUser() ? 1 : 0)
  return isNavigating || isSaving ? <div aria-hidden="true" className="progress-bar" /> : null
}
