import { type MutationOptions, useMutation } from '@tanstack/react-query'

/**
 * `useMutation` with callbacks for the outcome, which run even after the screen has gone, after the mutation's own.
 * Spread over the mutation's options, they would replace its own callbacks.
 */
export function useFollowedMutation<Data, Variables, Result>(
  first: MutationOptions<Data, Error, Variables, Result>,
  next: Pick<MutationOptions<Data, Error, Variables, Result>, 'onSuccess' | 'onError'>,
) {
  const both: MutationOptions<Data, Error, Variables, Result> = {
    ...first,
    async onSuccess(...success) {
      await first.onSuccess?.(...success)
      await next.onSuccess?.(...success)
    },
    async onError(...failure) {
      await first.onError?.(...failure)
      await next.onError?.(...failure)
    },
  }
  return useMutation(both)
}
