import { refusalOf } from '../api/errors'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/dialogs/Dialog'
import { CodeField } from '../ui/forms/CodeField'
import { Form } from '../ui/forms/Form'
import { type FormCheck, missingCode } from '../ui/forms/submission'

interface CodeDialogProps {
  /** The action. */
  title: string
  busy: boolean
  /** The last refusal. */
  error: unknown
  /** @param code null: never mind. */
  onCode: (code: string | null) => Promise<void>
}

const check: FormCheck<'one_time_code'> = (typed) => ({ one_time_code: missingCode(typed) })

/** Asks an admin for a code before a change that their second factor guards (D92). */
export function CodeDialog({ title, busy, error, onCode }: CodeDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={() => void onCode(null)}
      form={
        <Form
          label={title}
          check={check}
          busy={busy}
          refusal={refusalOf(error)}
          onSubmit={({ one_time_code }) => onCode(one_time_code)}
          action="Go on"
          actionClassName="w-full"
        >
          <CodeField name="one_time_code" takesFocus submits={false} />
        </Form>
      }
      actions={
        <Button look="secondary" disabled={busy} onClick={() => void onCode(null)}>
          Cancel
        </Button>
      }
    >
      <p>Two-factor authentication protects this. The code stays valid for ten minutes.</p>
    </Dialog>
  )
}
