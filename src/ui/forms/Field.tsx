import { CircleAlert } from 'lucide-react'
import { type ReactNode, useContext, useId } from 'react'
import { FormErrors } from './submission'

export interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
}

interface FieldProps extends FieldTexts {
  /** The control's name. Its form finds the control's error by this name. */
  name: string
  /** @param wiring the attributes that connect the control to its label and texts. */
  children: (wiring: ReturnType<typeof useField>['wiring']) => ReactNode
}

/**
 * Connects a control to its form.
 * @returns the control's attributes, and the text below it: the error, announced when it
 *   appears, or the hint.
 */
export function useField(name: string, hint?: ReactNode) {
  const { fields, messageId } = useContext(FormErrors)
  const id = useId()
  const error = fields[name] ?? null
  const shownHint = !error && hint
  const describedBy = [shownHint && `${id}-hint`, error ? `${id}-error` : error === '' && messageId]
  return {
    wiring: {
      id,
      'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
      'aria-invalid': error === null ? undefined : (true as const),
    },
    below: (
      <>
        {shownHint && (
          <p id={`${id}-hint`} className="mt-1.5 text-12h text-ink-3">
            {hint}
          </p>
        )}
        {error && (
          <p
            id={`${id}-error`}
            role="alert"
            className="mt-1.5 flex gap-1.5 text-12h font-medium text-bad"
          >
            <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
            <span>{error}</span>
          </p>
        )}
      </>
    ),
  }
}

export function Field({ label, name, hint, children }: FieldProps) {
  const { wiring, below } = useField(name, hint)
  return (
    <div>
      <label
        id={`${wiring.id}-label`}
        htmlFor={wiring.id}
        className="mb-1.5 block text-12h font-semibold text-ink"
      >
        {label}
      </label>
      {children(wiring)}
      {below}
    </div>
  )
}
