import type { RequestOf } from '../../contract/calls'
import { ApiError, followingServerText, ifFailed, refusalOf } from '../api/errors'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { useIsHere } from '../lib/use-is-here'
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

const failureText = ifFailed('The name was not changed.', 'the name may have changed.')

const check: FormCheck<keyof RequestOf<'renameOrganisation'>> = ({ name }) => ({
  name: name ? null : 'Please enter a name.',
})

interface NameCardProps extends TypedText {
  name: string | undefined
}

export function NameCard({ name, ...typed }: NameCardProps) {
  return (
    <Section
      id="name"
      title="Name"
      text="What your team reads in the app, in emails and on receipts."
    >
      <Card isFlush>
        {name === undefined ? <FormSkeleton /> : <NameForm name={name} {...typed} />}
      </Card>
    </Section>
  )
}

function NameForm({ name, typed, onType, onSaved, onDiscard }: TypedText & { name: string }) {
  const isHere = useIsHere()
  const rename = useFollowedMutation(renameMutation, {
    onSuccess: (_nothing, request) => {
      onSaved(request.name)
      showToast('success', `The name is now ${request.name}.`)
    },
    onError: (error) => {
      if (isHere()) return
      if (isTooOften(error)) showToast('error', tooOften)
      else showToast('error', failureText(error), followingServerText(error))
    },
  })
  const { error } = rename

  return (
    <Form
      label="Change the name"
      check={check}
      busy={rename.isPending}
      refusal={
        error !== null &&
        (isTooOften(error) ? { fields: { name: tooOften } } : refusalOf(error, failureText(error)))
      }
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
