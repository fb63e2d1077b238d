import type { RequestOf } from '../../contract/calls'
import { refusalOf } from '../api/errors'
import { AccountPassword } from '../session/AccountPassword'
import { Button } from '../ui/Button'
import { CodeField } from '../ui/forms/CodeField'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'

type Proof = RequestOf<'removeTwoFactor'>

const check: FormCheck<keyof Proof> = ({ password, code }) => ({
  password: password ? null : 'Please enter your password.',
  code: code ? null : 'Enter the code from your authenticator app.',
})

interface ProofProps {
  /** The action to confirm. */
  title: string
  text: string
  email: string | undefined
  action: string
  busy: boolean
  error: unknown
  failureText: string
  onSubmit: (proof: Proof) => Promise<unknown>
  onCancel: () => void
}

/** Asks for password and code before an action that a stolen session alone must not do. */
export function SecondFactorProof(props: ProofProps) {
  const { title, text, email, action, busy, error, failureText, onSubmit, onCancel } = props
  return (
    <div className="max-w-sm">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 mb-4 text-14 text-ink-2">{text}</p>
      <Form
        label={title}
        check={check}
        busy={busy}
        refusal={error !== null && refusalOf(error, failureText)}
        onSubmit={({ password, code }) => onSubmit({ password, code })}
        action={action}
      >
        <AccountPassword email={email} label="Your password" name="password" />
        <CodeField name="code" submits={false} />
      </Form>
      <Button look="secondary" onClick={onCancel} className="mt-3">
        Cancel
      </Button>
    </div>
  )
}
