import { type SyntheticEvent, useId, useState } from 'react'
import { Field } from '../ui/forms/Field'
import { FormStatus } from '../ui/forms/FormMessage'
import { SelectField } from '../ui/forms/SelectField'
import { inputClasses } from '../ui/input-classes'
import { type ContactNumber, countryCodes, enteredNumber } from './contact-number'

interface ContactNumberFieldsProps {
  value: ContactNumber
  /** The profile's current code, which stays on offer even if the form doesn't know it. */
  storedCode: string
  onChange: (value: ContactNumber) => void
}

/** A country code select and a number input: digits only, at most as many as the code allows. */
export function ContactNumberFields({ value, storedCode, onChange }: ContactNumberFieldsProps) {
  const codes = countryCodes(storedCode)
  const [remark, setRemark] = useState<string | null>(null)
  /** The text while digits are composed: browsers must not be interrupted. */
  const [composed, setComposed] = useState<string | null>(null)
  const remarkId = useId()

  function change(changed: ContactNumber) {
    setRemark(null)
    onChange(changed)
  }

  function enter({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
    const entered = enteredNumber(input.value, value.code, codes)
    setComposed(null)
    if (typeof entered === 'string') setRemark(entered)
    else change(entered)
  }

  return (
    <div>
      <div className="grid gap-3 min-[16rem]:grid-cols-[6.25rem_minmax(0,1fr)]">
        <SelectField
          label="Country Code"
          name="countryCode"
          // Numbers read from left to right in every language.
          dir="ltr"
          autoComplete="tel-country-code"
          value={value.code}
          // The number belonged to the other code (specification, section 5).
          onChange={(event) => change({ code: event.target.value, number: '' })}
        >
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <Field label="Contact Number" name="contact_number">
          {(wiring) => (
            <input
              {...wiring}
              dir="ltr"
              name="contact_number"
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              aria-describedby={remark ? remarkId : wiring['aria-describedby']}
              value={composed ?? value.number}
              onChange={(event) => {
                if ((event.nativeEvent as InputEvent).isComposing) setComposed(event.target.value)
                else enter(event)
              }}
              onCompositionEnd={enter}
              className={inputClasses}
            />
          )}
        </Field>
      </div>
      <FormStatus>
        {remark && (
          <p id={remarkId} className="mt-1.5 text-12h text-ink-2">
            {remark}
          </p>
        )}
      </FormStatus>
    </div>
  )
}
