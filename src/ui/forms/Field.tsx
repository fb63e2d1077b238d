import { type ReactNode, useId } from 'react'

/** What ties an input to its label, its hint and its error. */
interface FieldWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** What there is to say about a control. */
export interface FieldTexts {
  label: string
  /** What is wrong with the value, announced when it appears. */
  error?: string | undefined
  hint?: ReactNode
  /** Stands at the end of the label's line, for example a link. */
  aside?: ReactNode
  /** Wrong together with other fields, whose common text stands elsewhere. */
  invalid?: boolean | undefined
}

interface FieldProps extends FieldTexts {
  children: (wiring: FieldWiring) => ReactNode
}

/** A label, a control, and what is to be said about it. */
export function Field({ label, error, hint, aside, invalid, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-12h font-semibold text-ink">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error || invalid ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-12h text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-12h font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
