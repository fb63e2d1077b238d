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
          className="mt-px inline-grid size-4.5 shrink-0 cursor-pointer appearance-none place-content-center rounded-[5px] border border-edge bg-surface transition-colors before:size-3 before:scale-0 before:bg-white before:transition-[scale] before:[clip-path:polygon(12%_47%,1%_60%,38%_92%,99%_19%,87%_8%,36%_68%)] checked:border-brand-500 checked:bg-brand-500 checked:before:scale-100 hover:not-checked:border-ink-3 aria-invalid:border-bad contrast-more:checked:border-edge forced-colors:before:bg-[Highlight]"
        />
        <span>{label}</span>
      </label>
      {below}
    </div>
  )
}
