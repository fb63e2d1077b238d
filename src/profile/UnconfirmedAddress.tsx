import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call'
import { followingServerText } from '../api/errors'
import { showToast } from '../ui/toasts/toast'

/** Below an address that nobody has proven yet (D90). */
export function UnconfirmedAddress({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: () => call('mailAddressLink'),
    onSuccess: () => showToast('success', `A link is on its way to ${email}.`),
    onError: (error) => showToast('error', 'The link was not sent.', followingServerText(error)),
  })
  return (
    <p className="-mt-3 text-12h text-ink-2">
      This address is not confirmed yet: open the link that was mailed to it.{' '}
      <button
        type="button"
        aria-disabled={send.isPending}
        onClick={() => {
          if (!send.isPending) send.mutate()
        }}
        className="rounded-6 font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        Send the link
      </button>
    </p>
  )
}
