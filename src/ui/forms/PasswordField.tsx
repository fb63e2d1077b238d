import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Field, inputClasses } from './Field'

interface PasswordFieldProps {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  invalid?: boolean | undefined
  hint?: ReactNode
  aside?: ReactNode
}

/** A password under its label, with a button that shows and hides it. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, error, invalid, hint, aside, name, autoComplete } = props
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} error={error} invalid={invalid} hint={hint} aside={aside}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
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
            aria-pressed={shown}
            aria-controls={wiring.id}
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
