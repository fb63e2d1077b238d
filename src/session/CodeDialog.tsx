import { useState } from 'react'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { needsCode, needsPasskey, refusalOf } from '../api/errors'
import { missingProof, secondFactorOf } from '../session/second-factor-proof'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/dialogs/Dialog'
import { CodeField } from '../ui/forms/CodeField'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { PasskeyStep } from './PasskeyStep'

interface CodeDialogProps {
  /** The action. */
  title: string
  busy: boolean
  /** The last refusal. */
  error: unknown
  /** @param proof null: never mind. */
  onProof: (proof: SecondFactorProof | null) => Promise<void>
}

const check: FormCheck<'one_time_code'> = missingProof

/** Asks for a code, or a passkey in its place, before a change that the user's second factor guards (D92). */
export function CodeDialog({ title, busy, error, onProof }: CodeDialogProps) {
  // It opens with the refusal that says what is needed.
  const [takes] = useState({ code: needsCode(error), passkey: needsPasskey(error) })
  return (
    <Dialog
      title={title}
      onClose={() => void onProof(null)}
      form={
        <Form
          label={title}
          check={check}
          busy={busy}
          refusal={refusalOf(error)}
          onSubmit={(typed) => onProof(secondFactorOf(typed))}
          action="Go on"
          actionClassName="w-full"
        >
          {takes.code && <CodeField name="one_time_code" takesFocus submits={false} />}
          <PasskeyStep isNeeded={takes.passkey} isOnlyWay={!takes.code} />
        </Form>
      }
      actions={
        <Button look="secondary" disabled={busy} onClick={() => void onProof(null)}>
          Cancel
        </Button>
      }
    >
      <p>Two-factor authentication protects this. What you give stays valid for ten minutes.</p>
    </Dialog>
  )
}
