import type { MutationOptions } from '@tanstack/react-query'
import { followingServerText, refusalOf } from '../api/errors'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { useIsHere } from '../lib/use-is-here'
import { showToast } from '../ui/toasts/toast'

/**
 * A form's mutation. The form shows its failure; once the user has left the form, a toast shows it.
 * @param textOf returns an error's text; null if there is nothing to say.
 * @param next runs after the mutation's own callbacks.
 * @returns the mutation, and its failure as the form's `refusal`.
 */
export function useFormMutation<Data, Variables, Result>(
  first: MutationOptions<Data, Error, Variables, Result>,
  textOf: (error: unknown) => string | null,
  next: Parameters<typeof useFollowedMutation<Data, Variables, Result>>[1] = {},
) {
  const isHere = useIsHere()
  const mutation = useFollowedMutation(first, {
    ...next,
    onError(error, ...context) {
      const text = textOf(error)
      if (text !== null && !isHere()) showToast('error', text, followingServerText(error))
      return next.onError?.(error, ...context)
    },
  })
  const { data, error, isError, isPending, isSuccess, mutateAsync, reset } = mutation
  const text = isError ? textOf(error) : null
  const refusal = text !== null && refusalOf(error, text)
  return { data, error, isError, isPending, isSuccess, mutateAsync, reset, refusal }
}
