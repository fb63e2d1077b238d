import { mutationOptions } from '@tanstack/react-query'
import { call } from '../api/call'
import { startSession } from '../session/session'

/** Signs in and keeps the session; `keep` as in 'Keep me logged in' (D10). */
export const signInMutation = mutationOptions({
  mutationKey: ['sign-in'],
  mutationFn: async (input: { email: string; password: string; keep: boolean }) => {
    const answer = await call('login', { email: input.email, password: input.password })
    startSession(answer, input.keep)
  },
})

/** Creates an account, and its organisation or by invitation its membership (D31). */
export const registerMutation = mutationOptions({
  mutationKey: ['register'],
  mutationFn: (input: {
    fullname: string
    email: string
    password: string
    organization: string
  }) => call('signup', input),
})
