import type { MutationOptions } from '@tanstack/react-query'

/**
 * Adds to a mutation what a screen does with its outcome, also once the screen has gone. The mutation's own callbacks
 * run first; spread into other options, they would be replaced.
 */
export function followedBy<Data, Variables, Result>(
  first: MutationOptions<Data, Error, Variables, Result>,
  next: Pick<MutationOptions<Data, Error, Variables, Result>, 'onSuccess' | 'onError'>,
): MutationOptions<Data, Error, Variables, Result> {
  return {
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
}
