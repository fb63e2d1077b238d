import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { forgetKeptText } from '../ui/forms/kept-text'
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
    forgetKeptText()
    endSession()
    await leaveSession(queryClient, () => router.navigate({ to: '/signin', replace: true }))
  }
}
