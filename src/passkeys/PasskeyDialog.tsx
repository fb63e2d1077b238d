import { longest } from '../../contract/text'
import { PasswordDialog } from '../account/PasswordDialog'
import { ApiError, followingServerText, ifFailed, refusalOf } from '../api/errors'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { useIsHere } from '../lib/use-is-here'
import { FormDialog } from '../ui/forms/FormDialog'
import type { FormCheck } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { showToast } from '../ui/toasts/toast'
import { removePasskeyMutation, renamePasskeyMutation } from './mutations'
import type { Passkey } from './queries'

interface DialogProps {
  passkey: Passkey
  onClose: () => void
}

/** Asks for a passkey's new name, or for the password before removing it. */
export function PasskeyDialog({ what, ...dialog }: DialogProps & { what: 'rename' | 'remove' }) {
  return what === 'rename' ? <Rename {...dialog} /> : <Remove {...dialog} />
}

const checkName: FormCheck<'name'> = ({ name }) => ({ name: name ? null : 'Please enter a name.' })
const notRenamed = ifFailed('The passkey was not renamed.', 'the passkey may have been renamed.')
const notRemoved = ifFailed('The passkey was not removed.', 'the passkey may have been removed.')

function Rename({ passkey, onClose }: DialogProps) {
  const { passkey_id, name } = passkey
  const rename = useFollowedMutation(renamePasskeyMutation, {
    onSuccess: onClose,
    onError: useFailure({ passkey, onClose }, notRenamed),
  })
  return (
    <FormDialog
      title={`Rename ${name}`}
      check={checkName}
      busy={rename.isPending}
      refusal={rename.isError && refusalOf(rename.error, notRenamed(rename.error))}
      onClose={onClose}
      onSubmit={(typed) => rename.mutateAsync({ passkey_id, name: typed.name })}
      action="Rename"
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={name}
        maxLength={longest.passkeyName}
        autoComplete="off"
      />
    </FormDialog>
  )
}

function Remove({ passkey, onClose }: DialogProps) {
  const { passkey_id, name } = passkey
  const removal = useFollowedMutation(removePasskeyMutation, {
    onSuccess: () => {
      showToast('success', `${name} was removed.`)
      onClose()
    },
    onError: useFailure({ passkey, onClose }, notRemoved),
  })
  return (
    <PasswordDialog
      title={`Remove ${name}?`}
      action="Remove"
      actionLook="danger"
      mutation={removal}
      failureText={notRemoved}
      onClose={onClose}
      onSubmit={(proof) => removal.mutateAsync({ passkey_id, ...proof })}
    >
      <p>It can’t sign you in any more. Delete it in your device’s settings too.</p>
    </PasswordDialog>
  )
}

/**
 * @returns a function that handles a failure. The dialog shows it, unless the passkey no longer exists or the
 * dialog has closed.
 */
function useFailure({ passkey, onClose }: DialogProps, textOf: (error: unknown) => string) {
  const isHere = useIsHere()
  return (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) {
      showToast('info', `${passkey.name} is no longer there.`)
      onClose()
    } else if (!isHere()) showToast('error', textOf(error), followingServerText(error))
  }
}
