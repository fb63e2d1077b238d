import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputClasses } from '../input-classes'
import { Field, type FieldTexts } from './Field'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className' | 'id'>, FieldTexts {
  name: string
}

export function SelectField({ label, hint, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} name={select.name} hint={hint}>
      {(wiring) => (
        <div className="relative">
          <select
            aria-required
            {...select}
            {...wiring}
            className={`${inputClasses} appearance-none pe-9`}
          >
            {children}
          </select>
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-3" />
        </div>
      )}
    </Field>
  )
}
