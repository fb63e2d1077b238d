import { ChevronDown } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { Field, inputClasses } from '../ui/forms/Field'
import { type ContactNumber, countryCodes, typedNumber } from './contact-number'

interface ContactNumberFieldsProps {
  value: ContactNumber
  /** The code that the profile has now, on offer even if it isn't one of the form's. */
  storedCode: string
  onChange: (value: ContactNumber) => void
}

/** A country code to choose and the number behind it: digits only, no more than the code allows. */
export function ContactNumberFields({ value, storedCode, onChange }: ContactNumberFieldsProps) {
  function enter({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const position = input.selectionStart ?? input.value.length
    const { number, caret } = typedNumber(input.value, position, value.code)
    if (number !== input.value) {
      // At once, so that what is dropped takes the caret nowhere.
      input.value = number
      input.setSelectionRange(caret, caret)
    }
    onChange({ code: value.code, number })
  }

  return (
    <div className="grid gap-3 min-[16rem]:grid-cols-[6.125rem_minmax(0,1fr)]">
      <Field label="Country Code">
        {(wiring) => (
          // Numbers read from left to right everywhere.
          <div dir="ltr" className="relative">
            <select
              {...wiring}
              name="countryCode"
              autoComplete="tel-country-code"
              value={value.code}
              // The number belonged to the other code (specification, section 5).
              onChange={(event) => onChange({ code: event.target.value, number: '' })}
              className={`${inputClasses} appearance-none pe-9`}
            >
              {countryCodes(storedCode).map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
            <ChevronDown
              className="pointer-events-none absolute end-3 top-3.5 size-4 text-ink-3"
              aria-hidden="true"
            />
          </div>
        )}
      </Field>
      <Field label="Contact Number">
        {(wiring) => (
          <input
            {...wiring}
            dir="ltr"
            name="contactNumber"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            value={value.number}
            onChange={enter}
            className={inputClasses}
          />
        )}
      </Field>
    </div>
  )
}
