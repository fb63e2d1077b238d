import { longest } from '../../contract/text'
import { PasswordDialog } from '../account/PasswordDialog'
import { ApiError, ifFailed } from '../api/errors'
import { useFormMutation } from '../session/use-form-mutation'
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
  const rename = useFormMutation(renamePasskeyMutation, unlessGone(notRenamed), {
    onSuccess: onClose,
    onError: (error) => isGone(error) && close({ passkey, onClose }),
  })
  return (
    <FormDialog
      title={`Rename ${name}`}
      check={checkName}
      busy={rename.isPending}
      refusal={rename.refusal}
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
  const removal = useFormMutation(removePasskeyMutation, unlessGone(notRemoved), {
    onSuccess: () => {
      showToast('success', `${name} was removed.`)
      onClose()
    },
    onError: (error) => isGone(error) && close({ passkey, onClose }),
  })
  return (
    <PasswordDialog
      title={`Remove ${name}?`}
      action="Remove"
      actionLook="danger-line"
      mutation={removal}
      onClose={onClose}
      onSubmit={(proof) => removal.mutateAsync({ passkey_id, ...proof })}
    >
      <p>You won’t be able to sign in with it. Delete it in your device’s settings too.</p>
    </PasswordDialog>
  )
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

const unlessGone = (textOf: (error: unknown) => string) => (error: unknown) =>
  isGone(error) ? null : textOf(error)

/** Closes the dialog of a passkey that no longer exists. */
function close({ passkey, onClose }: DialogProps): void {
  showToast('info', `${passkey.name} is no longer there.`)
  onClose()
}
