import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { startSession } from '../api/stored-session'

/** Signs in and stores the session; `keep` as in 'Keep me logged in' (D10). */
export const signInMutation = mutationOptions({
  mutationFn: async ({ keep, ...credentials }: RequestOf<'login'> & { keep: boolean }) => {
    startSession(await call('login', credentials), keep)
  },
})
