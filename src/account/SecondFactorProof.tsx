import { useQuery } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { PasskeyStep } from '../passkeys/PasskeyStep'
import { passkeysQuery } from '../passkeys/queries'
import { missingProof, secondFactorOf, type TypedField } from '../session/SecondFactorStep'
import { CodeField } from '../ui/forms/CodeField'
import { Form, type FormProps } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { AccountPassword } from './AccountPassword'

type Proof = RequestOf<'removeTwoFactor'>

const check: FormCheck<TypedField<'removeTwoFactor'>> = (typed) => ({
  password: typed.password ? null : 'Please enter your password.',
  code: missingProof({ ...typed, one_time_code: typed.code ?? '' }).one_time_code,
})

const proofOf = ({ code, passkey_proof }: Partial<Record<string, string>>) => {
  const { one_time_code, ...proof } = secondFactorOf({ one_time_code: code, passkey_proof })
  return { code: one_time_code, ...proof }
}

interface ProofProps {
  title: string
  text: string
  action: string
  /** The `useFormMutation` that does the action. */
  mutation: Pick<FormProps<string>, 'refusal'> & {
    isPending: boolean
    mutateAsync: (proof: Proof) => Promise<unknown>
  }
  onCancel: () => void
}

/** Asks for password and second factor before an action that a stolen session alone must not do. */
export function SecondFactorProof(props: ProofProps) {
  const { title, text, action, mutation, onCancel } = props
  const { data } = useQuery(passkeysQuery)
  const hasPasskey = data?.passkeys.some(({ domain }) => domain === data.domain) ?? false
  return (
    <div className="sm:max-w-[calc(50%-8px)]">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 mb-4 text-14 text-ink-2">{text}</p>
      <Form
        label={title}
        check={check}
        busy={mutation.isPending}
        refusal={mutation.refusal}
        onSubmit={({ password, ...typed }) => mutation.mutateAsync({ password, ...proofOf(typed) })}
        action={action}
        onCancel={onCancel}
      >
        <AccountPassword label="Your password" name="password" />
        <CodeField name="code" submits={false} />
        <PasskeyStep isNeeded={hasPasskey} />
      </Form>
    </div>
  )
}
