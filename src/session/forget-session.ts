import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { deleteDraft } from '../ui/forms/draft'
import { discardUnsavedText } from '../ui/forms/unsaved-text'
import { leaveSession } from './leave-session'
import { endSession } from './session'

/**
 * @returns a function for a deleted account: forgets the session and all input, here and in
 * other tabs (D12), and shows the sign-in. Without a reload, so that a toast can report it.
 */
export function useForgetSession(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    discardUnsavedText()
    deleteDraft()
    endSession()
    await leaveSession(queryClient, () => router.navigate({ to: '/signin', replace: true }))
  }
}
