import { mutationOptions } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { ifFailed } from '../api/errors'
import { passkeysQuery, textOfPasskeys } from '../passkeys/queries'
import {
  missingProof,
  SecondFactorStep,
  secondFactorOf,
  type TypedField,
} from '../session/SecondFactorStep'
import { useFormMutation } from '../session/use-form-mutation'
import { settings } from '../settings'
import { Card } from '../ui/Card'
import { Section } from '../ui/cards/Section'
import { Fields } from '../ui/forms/Fields'
import { Form } from '../ui/forms/Form'
import { PasswordField } from '../ui/forms/PasswordField'
import { type FormCheck, newPasswordError } from '../ui/forms/submission'
import { showToast } from '../ui/toasts/toast'
import { AccountPassword } from './AccountPassword'
import { showEnded } from './sessions'

/** Changes the password, which ends every other session. */
const changePasswordMutation = mutationOptions({
  mutationFn: (change: RequestOf<'changePassword'>) => call('changePassword', change),
  onSuccess: (_answer, _change, _result, { client }) => showEnded(client, null),
})
const failureText = ifFailed('Your password was not changed.', 'your password may have changed.')

const check: FormCheck<TypedField<'changePassword'>> = (typed) => ({
  current_password: typed.current_password ? null : 'Please enter your current password.',
  new_password: newPasswordError(
    typed.new_password,
    'Please enter a new password.',
    settings.isOurServer,
  ),
  confirmPassword: typed.new_password === typed.confirmPassword ? null : 'Passwords do not match.',
  ...missingProof(typed),
})

export function PasswordCard() {
  const card = useRef<HTMLDivElement>(null)
  const [isTyped, setIsTyped] = useState(false)
  const change = useFormMutation(changePasswordMutation, failureText, {
    onSuccess: (_answer, _change, _result, { client }) => {
      card.current?.querySelector('form')?.reset()
      setIsTyped(false)
      const { passkeys = [], domain } = client.getQueryData(passkeysQuery.queryKey) ?? {}
      const here = passkeys.filter((one) => one.domain === domain)
      const text = 'Password changed. You are logged out everywhere else.'
      showToast('success', text, textOfPasskeys(here.map(({ name }) => name)))
    },
  })

  return (
    <Section id="password" title="Password" text="Choose one you don’t use anywhere else.">
      <Card isFlush>
        <div ref={card} onInput={() => setIsTyped(true)}>
          <Form
            label="Password"
            check={check}
            busy={change.isPending}
            refusal={change.refusal}
            onSubmit={({ current_password, new_password, ...typed }) =>
              change.mutateAsync({ current_password, new_password, ...secondFactorOf(typed) })
            }
            action="Change password"
            card={{ hint: 'This logs you out everywhere else.', isChanged: isTyped }}
          >
            <Fields>
              <AccountPassword label="Current password" name="current_password" />
              <div className="sm:col-start-1">
                <PasswordField
                  label="New password"
                  name="new_password"
                  autoComplete="new-password"
                  hint="At least 8 characters."
                />
              </div>
              <PasswordField
                label="Confirm new password"
                name="confirmPassword"
                autoComplete="new-password"
              />
              <SecondFactorStep error={change.error} />
            </Fields>
          </Form>
        </div>
      </Card>
    </Section>
  )
}
