import { useQuery } from '@tanstack/react-query'
import { longest } from '../../contract/text'
import { AccountPassword } from '../account/AccountPassword'
import { sessionsQuery } from '../account/queries'
import { ifFailed } from '../api/errors'
import {
  lostPasskeys,
  missingProof,
  SecondFactorStep,
  secondFactorOf,
} from '../session/SecondFactorStep'
import { useFormMutation } from '../session/use-form-mutation'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { showToast } from '../ui/toasts/toast'
import { browserErrorText } from './browser'
import { addPasskeyMutation } from './mutations'

const failureText = ifFailed('The passkey was not added.', 'the passkey may have been added.')

const check: FormCheck<'name' | 'password'> = (typed) => ({
  name: typed.name ? null : 'Please enter a name.',
  password: typed.password ? null : 'Please enter your password.',
  ...missingProof(typed),
})

/** Returns the text of an error: the browser's, which is null after cancelling, or the app's. */
function textOf(error: unknown): string | null {
  const browserText = browserErrorText(error)
  return browserText === undefined ? failureText(error) : browserText
}

/**
 * Asks for name and password before the browser's dialog, so that the browser creates no passkey that the server
 * refuses. Shows the browser's error here, too. After cancelling, it shows none.
 */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const { data: sessions } = useQuery(sessionsQuery)
  const browser = sessions?.find(({ is_current }) => is_current)?.browser
  const added = useFormMutation(addPasskeyMutation, textOf, {
    onSuccess: () => {
      showToast('success', 'The passkey was added. We’ve sent you an email about it.')
      onClose()
    },
  })

  return (
    <div className="sm:max-w-[calc(50%-8px)]">
      <Form
        label="Add a passkey"
        check={check}
        busy={added.isPending}
        refusal={added.refusal}
        onSubmit={({ name, password, ...typed }) =>
          added.mutateAsync({ name, password, ...secondFactorOf(typed) })
        }
        action="Continue"
        onCancel={onClose}
      >
        <TextField
          label="Name"
          name="name"
          // It comes with the sessions, and leaves what was typed before.
          defaultValue={browser ?? ''}
          maxLength={longest.passkeyName}
          autoComplete="off"
          hint="To help you recognise it here."
        />
        <AccountPassword label="Password" name="password" />
        <SecondFactorStep error={added.error} passkeyHint={lostPasskeys} />
      </Form>
      <p role="status" className="mt-3 text-14 text-ink-2 empty:hidden">
        {added.isPending && 'Follow the prompt in your browser.'}
      </p>
    </div>
  )
}
