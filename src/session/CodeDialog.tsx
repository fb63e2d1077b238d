import { useState } from 'react'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { needsCode, needsPasskey, refusalOf } from '../api/errors'
import { PasskeyStep } from '../passkeys/PasskeyStep'
import { CodeField } from '../ui/forms/CodeField'
import { FormDialog } from '../ui/forms/FormDialog'
import type { FormCheck } from '../ui/forms/submission'
import { missingProof, secondFactorOf } from './SecondFactorStep'

interface CodeDialogProps {
  title: string
  busy: boolean
  error: unknown
  /** @param proof null if the user cancels. */
  onProof: (proof: SecondFactorProof | null) => Promise<void>
}

const check: FormCheck<'one_time_code'> = missingProof

/** Asks for a code or a passkey before a change that the user's second factor guards (D92). */
export function CodeDialog({ title, busy, error, onProof }: CodeDialogProps) {
  // The refusal that opened the dialog says which factors are accepted.
  const [accepted] = useState({ code: needsCode(error), passkey: needsPasskey(error) })
  return (
    <FormDialog
      title={title}
      text={
        <p>This needs two-factor authentication. Your code or passkey counts for ten minutes.</p>
      }
      check={check}
      busy={busy}
      refusal={refusalOf(error)}
      onClose={() => void onProof(null)}
      onSubmit={(typed) => onProof(secondFactorOf(typed))}
      action="Continue"
    >
      {accepted.code && <CodeField name="one_time_code" takesFocus submits={false} />}
      <PasskeyStep isNeeded={accepted.passkey} isOnlyWay={!accepted.code} />
    </FormDialog>
  )
}
