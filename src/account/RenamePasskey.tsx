import { useMutation } from '@tanstack/react-query'
import { longest } from '../../contract/text'
import { followingServerText, ifFailed, refusalOf } from '../api/errors'
import { followedBy } from '../lib/followed-by'
import { useIsHere } from '../lib/use-is-here'
import { FormDialog } from '../ui/forms/FormDialog'
import type { FormCheck } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { showToast } from '../ui/toasts/toast'
import { isGone, type Passkey, renamePasskeyMutation } from './passkeys'

interface RenamePasskeyProps {
  passkey: Passkey
  onClose: () => void
}

const checkName: FormCheck<'name'> = ({ name }) => ({ name: name ? null : 'Please enter a name.' })

const notRenamed = ifFailed('The passkey was not renamed.', 'the passkey may have been renamed.')

/** Asks for another name. */
export function RenamePasskey({ passkey, onClose }: RenamePasskeyProps) {
  const isHere = useIsHere()
  const rename = useMutation(
    followedBy(renamePasskeyMutation, {
      onSuccess: onClose,
      onError: (error) => {
        if (isGone(error)) {
          showToast('info', `${passkey.name} is no longer there.`)
          onClose()
        } else if (!isHere()) showToast('error', notRenamed(error), followingServerText(error))
      },
    }),
  )
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      check={checkName}
      busy={rename.isPending}
      refusal={rename.isError && refusalOf(rename.error, notRenamed(rename.error))}
      onClose={onClose}
      onSubmit={({ name }) => rename.mutateAsync({ passkey_id: passkey.passkey_id, name })}
      action="Rename"
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={passkey.name}
        maxLength={longest.passkeyName}
        autoComplete="off"
      />
    </FormDialog>
  )
}
