import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'

/** Sets another password; every other session ends by it. */
export const changePasswordMutation = mutationOptions({
  mutationFn: (change: RequestOf<'changePassword'>) => call('changePassword', change),
})
