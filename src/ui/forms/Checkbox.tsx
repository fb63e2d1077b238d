import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { useField } from './Field'
import { useSignedOutText } from './unsaved-text'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  label: ReactNode
  name: string
  /** The name under which its state is kept, as for a text field. */
  keptAs?: string
}

export function Checkbox({ label, keptAs, ...input }: CheckboxProps) {
  const [ticked, keep] = useSignedOutText(keptAs)
  const keptProps = keptAs !== undefined && {
    defaultChecked: ticked === undefined ? input.defaultChecked : ticked !== '',
    onInput: (event: FormEvent<HTMLInputElement>) =>
      keep(event.currentTarget.checked ? 'ticked' : ''),
  }
  const { wiring, below } = useField(input.name)
  return (
    <div>
      <label className="flex w-fit items-start gap-2.5 py-0.5 text-14 text-ink pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...input}
          {...keptProps}
          {...wiring}
          type="checkbox"
          className="checkbox mt-px size-4.5 shrink-0"
        />
        <span>{label}</span>
      </label>
      {below}
    </div>
  )
}
