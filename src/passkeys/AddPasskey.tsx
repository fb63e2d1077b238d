import { useQuery } from '@tanstack/react-query'
import { longest } from '../../contract/text'
import { AccountPassword } from '../account/AccountPassword'
import { sessionsQuery } from '../account/sessions'
import { followingServerText, ifFailed, refusalOf } from '../api/errors'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { useIsHere } from '../lib/use-is-here'
import {
  lostPasskeys,
  missingProof,
  SecondFactorStep,
  secondFactorOf,
} from '../session/SecondFactorStep'
import { Button } from '../ui/Button'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { showToast } from '../ui/toasts/toast'
import { browserSaid } from './browser'
import { addPasskeyMutation } from './mutations'

const failureText = ifFailed('The passkey was not added.', 'the passkey may have been added.')

const check: FormCheck<'name' | 'password'> = (typed) => ({
  name: typed.name ? null : 'Please enter a name.',
  password: typed.password ? null : 'Please enter your password.',
  ...missingProof(typed),
})

function refusal(error: unknown) {
  const text = browserSaid(error)
  if (text === undefined) return refusalOf(error, failureText(error))
  return text !== null && { text }
}

/**
 * Asks for name and password before the browser's dialog, so that the browser creates no passkey that the server
 * refuses. Shows the browser's error here, too. After cancelling, it shows none.
 */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const isHere = useIsHere()
  const { data: sessions } = useQuery(sessionsQuery)
  const browser = sessions?.find(({ is_current }) => is_current)?.browser
  const added = useFollowedMutation(addPasskeyMutation, {
    onSuccess: () => {
      showToast('success', 'The passkey was added. We’ve sent you a mail about it.')
      onClose()
    },
    onError: (error) => {
      if (isHere() || browserSaid(error) === null) return
      showToast('error', failureText(error), followingServerText(error))
    },
  })

  return (
    <div className="max-w-xl">
      <Form
        label="Add a passkey"
        check={check}
        busy={added.isPending}
        refusal={added.isError && refusal(added.error)}
        onSubmit={({ name, password, ...typed }) =>
          added.mutateAsync({ name, password, ...secondFactorOf(typed) })
        }
        action="Continue"
        beside={
          <Button look="secondary" disabled={added.isPending} onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextField
          // The default name comes with the sessions, unless something was typed before.
          key={browser}
          label="Name"
          name="name"
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
