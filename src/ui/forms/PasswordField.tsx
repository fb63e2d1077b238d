import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { inputClasses } from '../input-classes'
import { Field, type FieldTexts } from './Field'

interface PasswordFieldProps extends FieldTexts {
  name: string
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const { name, autoComplete } = props
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...props}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            aria-required
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className={`${inputClasses} pe-12`}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-controls={wiring.id}
            // Names the field, because a form may have several.
            aria-describedby={`${wiring.id}-label`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-ink-3 transition-colors hover:text-ink"
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
