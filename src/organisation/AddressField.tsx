import type { ComponentProps } from 'react'
import { linkPrefix } from '../profile/organisation-link'
import { Field } from '../ui/forms/Field'
import { inputClasses } from '../ui/input-classes'

interface AddressFieldProps
  extends Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'readOnly'> {
  hint: string
}

/** The field for the organisation's slug, after the first part of its link. */
export function AddressField({ hint, ...input }: AddressFieldProps) {
  const host = linkPrefix()
  return (
    <Field label="Address" name="slug" hint={hint}>
      {(wiring) => (
        // Links read from left to right in every language.
        <div dir="ltr" className="flex">
          <span
            translate="no"
            // The width of most hosts of this length. The text's real width changes when the font loads.
            style={{ width: `calc(${0.55 * host.length}em + 1.75rem)` }}
            className={`flex max-w-1/2 shrink-0 items-center rounded-s-control border border-e-0 ${input.readOnly ? 'border-line-2' : 'border-edge'} bg-sunken px-3.5 text-14 text-ink-3 dark:bg-raised wrap-anywhere`}
          >
            {host}
          </span>
          <input
            {...input}
            {...wiring}
            aria-required={!input.readOnly}
            name="slug"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`${inputClasses} min-w-0 rounded-s-none`}
          />
        </div>
      )}
    </Field>
  )
}
