import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  label: ReactNode
  name: string
  error?: string | undefined
}

/** A tick box with its label beside it. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className="flex w-fit items-start gap-2.5 py-1 text-14 text-ink pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="checkbox mt-px size-4.5 shrink-0"
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-12h font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
