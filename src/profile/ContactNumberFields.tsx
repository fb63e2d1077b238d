import { type ClipboardEvent, type SyntheticEvent, useId, useState } from 'react'
import { Field } from '../ui/forms/Field'
import { FormStatus } from '../ui/forms/FormMessage'
import { SelectField } from '../ui/forms/SelectField'
import { inputClasses } from '../ui/input-classes'
import {
  type ContactNumber,
  countryCodes,
  type EnteredNumber,
  enteredNumber,
} from './contact-number'

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
  const remarkId = useId()
  const options = { code: value.code, codes, former: value.number }

  function take({ code, number, remark }: EnteredNumber) {
    setRemark(remark)
    onChange({ code, number })
  }

  function enter({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
    const position = input.selectionStart ?? input.value.length
    const entered = enteredNumber(input.value, position, options)
    if (entered.number !== input.value) {
      // Sets the text at once, so that dropped characters don't move the caret.
      input.value = entered.number
      input.setSelectionRange(entered.caret, entered.caret)
    }
    take(entered)
  }

  /** A number with a country code is complete, wherever it is pasted. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    const entered = enteredNumber(text, text.length, { ...options, isWhole: true })
    if (!entered.hasCode) return
    event.preventDefault()
    take(entered)
  }

  function finish() {
    const { number } = value
    if (/\D/.test(number)) take(enteredNumber(number, number.length, { ...options, isWhole: true }))
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
          onChange={(event) => {
            setRemark(null)
            onChange({ code: event.target.value, number: '' })
          }}
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
              value={value.number}
              onPaste={paste}
              onChange={(event) => {
                // Browsers must not be interrupted while they compose digits.
                if (!(event.nativeEvent as InputEvent).isComposing) enter(event)
                else onChange({ code: value.code, number: event.target.value })
              }}
              onCompositionEnd={enter}
              onBlur={finish}
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
