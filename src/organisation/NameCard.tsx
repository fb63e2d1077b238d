import type { RequestOf } from '../../contract/calls'
import { ApiError, ifFailed } from '../api/errors'
import { useFormMutation } from '../session/use-form-mutation'
import { Card } from '../ui/Card'
import { Section } from '../ui/cards/Section'
import { Fields } from '../ui/forms/Fields'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { showToast } from '../ui/toasts/toast'
import { FormSkeleton } from './FormSkeleton'
import { renameMutation } from './mutations'
import type { TypedText } from './typed-text'

const tooOften = 'You can change it again tomorrow.'
const isTooOften = (error: unknown) => error instanceof ApiError && error.status === 429

const notChanged = ifFailed('The name was not changed.', 'the name may have changed.')
const failureText = (error: unknown) => (isTooOften(error) ? tooOften : notChanged(error))

const check: FormCheck<keyof RequestOf<'renameOrganisation'>> = ({ name }) => ({
  name: name ? null : 'Please enter a name.',
})

export function NameCard({ name, ...typed }: TypedText & { name: string | undefined }) {
  return (
    <Section
      id="name"
      title="Name"
      text="What your team reads in the app, in emails and on receipts."
    >
      <Card isFlush>
        {name === undefined ? (
          <FormSkeleton field="h-(--control) sm:max-w-[calc(50%-8px)]" />
        ) : (
          <NameForm name={name} {...typed} />
        )}
      </Card>
    </Section>
  )
}

function NameForm({ name, typed, onType, onSaved, onDiscard }: TypedText & { name: string }) {
  const rename = useFormMutation(renameMutation, failureText, {
    onSuccess: (_nothing, request) => {
      onSaved(request.name)
      showToast('success', `The name is now ${request.name}.`)
    },
  })
  return (
    <Form
      label="Change the name"
      check={check}
      busy={rename.isPending}
      refusal={isTooOften(rename.error) ? { fields: { name: tooOften } } : rename.refusal}
      onSubmit={(change) => rename.mutateAsync({ name: change.name })}
      action="Change name"
      card={{
        hint: 'Receipts you already have keep the old name.',
        isChanged: typed !== undefined && typed.trim() !== name,
        onDiscard() {
          onDiscard()
          rename.reset()
        },
      }}
    >
      <Fields>
        <TextField
          label="Organisation name"
          name="name"
          autoComplete="organization"
          value={typed ?? name}
          onChange={(event) => onType(event.target.value)}
        />
      </Fields>
    </Form>
  )
}
