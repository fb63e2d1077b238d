import { type MutationOptions, useMutation } from '@tanstack/react-query'

/**
 * `useMutation`, with what a screen does with the outcome, also once the screen has gone. The mutation's own callbacks
 * run first; spread into other options, they would be replaced.
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
