import type { ComponentProps } from 'react'
import { inputClasses } from '../input-classes'
import { Field, type FieldTexts } from './Field'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'>, FieldTexts {
  name: string
}

/**
 * A line of text under its label, in the direction of its own script. Uncontrolled: the input stays
 * until the form goes away.
 */
export function TextField({ label, hint, aside, ...input }: TextFieldProps) {
  return (
    <Field label={label} name={input.name} hint={hint} aside={aside}>
      {(wiring) => <input dir="auto" {...input} {...wiring} className={inputClasses} />}
    </Field>
  )
}
