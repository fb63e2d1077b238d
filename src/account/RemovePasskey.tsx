import { useMutation } from '@tanstack/react-query'
import { followingServerText, ifFailed } from '../api/errors'
import { followedBy } from '../lib/followed-by'
import { useIsHere } from '../lib/use-is-here'
import { useFetchedProfile } from '../profile/queries'
import { PasswordDialog } from '../session/PasswordDialog'
import { showToast } from '../ui/toasts/toast'
import { isGone, type Passkey, removePasskeyMutation } from './passkeys'

interface RemovePasskeyProps {
  passkey: Passkey
  onClose: () => void
}

const notRemoved = ifFailed('The passkey was not removed.', 'the passkey may have been removed.')

/** Asks for the password before a passkey is removed. */
export function RemovePasskey({ passkey, onClose }: RemovePasskeyProps) {
  const isHere = useIsHere()
  const email = useFetchedProfile()?.email
  const removal = useMutation(
    followedBy(removePasskeyMutation, {
      onSuccess: () => {
        showToast('success', `${passkey.name} was removed.`)
        onClose()
      },
      onError: (error) => {
        if (isGone(error)) {
          showToast('info', `${passkey.name} is no longer there.`)
          onClose()
        } else if (!isHere()) showToast('error', notRemoved(error), followingServerText(error))
      },
    }),
  )
  return (
    <PasswordDialog
      title={`Remove ${passkey.name}?`}
      email={email}
      action="Remove"
      look="danger"
      busy={removal.isPending}
      error={removal.error}
      failureText={notRemoved(removal.error)}
      onClose={onClose}
      onSubmit={(proof) => removal.mutateAsync({ passkey_id: passkey.passkey_id, ...proof })}
    >
      <p>It can’t sign you in any more. Delete it in your device’s settings too.</p>
    </PasswordDialog>
  )
}
