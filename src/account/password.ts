import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { showEnded } from './sessions'

/** Changes the password, which ends every other session. */
export const changePasswordMutation = mutationOptions({
  mutationFn: (change: RequestOf<'changePassword'>) => call('changePassword', change),
  onSuccess: (_answer, _change, _result, { client }) => showEnded(client, null),
})
