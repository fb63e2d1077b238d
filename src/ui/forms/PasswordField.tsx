import { Eye, EyeOff } from 'lucide-react'
import { useContext, useState } from 'react'
import { inputClasses } from '../input-classes'
import { Field, type FieldTexts } from './Field'
import { FormErrors } from './submission'

interface PasswordFieldProps extends FieldTexts {
  name: string
  autoComplete: 'current-password' | 'new-password'
}

/** The hint at a refused password that was probably copied with a blank, which nobody sees. */
const blankText = 'It begins or ends with a blank. If you pasted it, try it without.'

export function PasswordField(props: PasswordFieldProps) {
  const { name, autoComplete } = props
  const [shown, setShown] = useState(false)
  const [hasBlank, setHasBlank] = useState(false)
  const isRefused = (useContext(FormErrors).fields[name] ?? null) !== null
  const isPasted = isRefused && hasBlank && autoComplete === 'current-password'
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...props} hint={isPasted ? blankText : props.hint}>
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
            onInput={({ currentTarget }) =>
              setHasBlank(/^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(currentTarget.value))
            }
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
