import type { ComponentProps, FormEvent } from 'react'
import { inputClasses } from '../input-classes'
import { Field, type FieldTexts } from './Field'
import { useSignedOutText } from './unsaved-text'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'>, FieldTexts {
  name: string
  /** The name under which a signed-out screen keeps the text for the next field of that name (D27). */
  keptAs?: string | undefined
}

/**
 * A line of text under its label, in the direction of its own script. Uncontrolled: the input stays
 * until the form goes away.
 */
export function TextField({ label, hint, keptAs, ...input }: TextFieldProps) {
  const [typed, keep] = useSignedOutText(keptAs)
  const keptProps = keptAs !== undefined && {
    defaultValue: typed ?? input.defaultValue,
    onInput: (event: FormEvent<HTMLInputElement>) => keep(event.currentTarget.value),
  }
  return (
    <Field label={label} name={input.name} hint={hint}>
      {(wiring) => (
        <input
          dir="auto"
          aria-required
          {...input}
          {...keptProps}
          {...wiring}
          className={inputClasses}
        />
      )}
    </Field>
  )
}
