import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call'
import { followingServerText } from '../api/errors'
import { showToast } from '../ui/toasts/toast'

/** Says above the form that nobody has proven the address yet (D90): between its fields a button would be in the way (D99). */
export function UnconfirmedAddress({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: () => call('mailAddressLink'),
    onSuccess: () => showToast('success', `A link is on its way to ${email}.`),
    onError: (error) => showToast('error', 'The link was not sent.', followingServerText(error)),
  })
  return (
    <p className="mb-5 rounded-control bg-warn-bg px-4 py-3.5 text-14 text-ink wrap-anywhere">
      {email} isn’t confirmed yet. We’ll send it a link to confirm it.{' '}
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
