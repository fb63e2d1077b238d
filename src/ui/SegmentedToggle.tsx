import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

interface SegmentedToggleProps<Value extends string> {
  /** The accessible name. */
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** Whether the toggle fills its container's width. */
  isWide?: boolean
}

/** A choice between a few visible options, as native radio buttons. */
export function SegmentedToggle<Value extends string>(props: SegmentedToggleProps<Value>) {
  const { label, options, value, onChange, isWide = false } = props
  const name = useId()
  return (
    <fieldset
      className={classNames(
        'flex max-w-full min-w-0 flex-wrap gap-x-0.5 gap-y-2.5 rounded-control bg-press p-0.75 dark:bg-raised dark:in-[dialog]:bg-press forced-colors:border',
        isWide
          ? 'w-full *:flex-1 *:justify-center'
          : 'w-fit max-sm:w-full max-sm:*:min-h-11 max-sm:*:flex-1 max-sm:*:justify-center',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-9 cursor-pointer items-center gap-1 rounded-8 border border-transparent px-3.75 text-14 font-semibold whitespace-nowrap text-ink-2 transition-[background-color,color] select-none hover:text-ink has-checked:border-ink-3 has-checked:bg-surface has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            // Fills the track's height, for a touch target of 44 px.
            className="absolute -inset-x-px -inset-y-1.5 cursor-pointer appearance-none rounded-8 outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
