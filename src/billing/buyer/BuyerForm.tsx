import { useContext, useMemo } from 'react'
import type { BuyerResponse } from '../../../contract/buyer'
import { ifFailed } from '../../api/errors'
import { useFormMutation } from '../../session/use-form-mutation'
import type { ButtonStyle } from '../../ui/button-classes'
import { Checkbox } from '../../ui/forms/Checkbox'
import { Field } from '../../ui/forms/Field'
import { Fields } from '../../ui/forms/Fields'
import { Form } from '../../ui/forms/Form'
import { SelectField } from '../../ui/forms/SelectField'
import { FormErrors } from '../../ui/forms/submission'
import { TextField } from '../../ui/forms/TextField'
import { inputClasses } from '../../ui/input-classes'
import { showToast } from '../../ui/toasts/toast'
import { type BuyerTexts, buyerOf, checkBuyer, countries, states, wordsFor } from './buyer-texts'
import { changeBuyer } from './mutations'

const failureText = ifFailed(
  'The billing details were not saved.',
  'the billing details may have been saved.',
)

interface BuyerFormProps {
  tax: BuyerResponse['tax']
  texts: BuyerTexts
  /** Whether the user opened the form: then it takes the focus. */
  isAsked: boolean
  onType: (changes: Partial<BuyerTexts>) => void
  onSaved: () => void
  action?: string
  actionLook?: ButtonStyle['look']
  /** Called by the form's button 'Cancel'. Absent: it has none. */
  onCancel?: () => void
}

/** The form of the buyer. The country comes first among the narrow fields, because it decides their labels. */
export function BuyerForm(props: BuyerFormProps) {
  const { tax, texts, isAsked, onType, onSaved, action = 'Save', actionLook, onCancel } = props
  const save = useFormMutation(changeBuyer, failureText, {
    onSuccess: (_nothing, { legal_name }) => {
      const documentName = tax === 'gst' ? 'tax invoice' : 'receipt'
      showToast('success', `The next ${documentName} is billed to ${legal_name}.`)
    },
  })
  const field = (name: keyof BuyerTexts) => ({
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => onType({ [name]: target.value }),
  })

  return (
    <Form
      label="Billed to"
      check={checkBuyer}
      busy={save.isPending}
      refusal={save.refusal}
      onSubmit={(typed) => save.mutateAsync(buyerOf(typed)).then(onSaved)}
      action={action}
      actionLook={actionLook}
      {...(onCancel && { onCancel })}
    >
      <TextField
        label="Legal name"
        name="legal_name"
        autoComplete="billing organization"
        autoFocus={isAsked}
        {...field('legal_name')}
      />
      <Field label="Address" name="lines">
        {(wiring) => (
          <textarea
            {...wiring}
            {...field('lines')}
            aria-required
            dir="auto"
            name="lines"
            rows={3}
            autoComplete="billing street-address"
            className={`${inputClasses} resize-none py-2.75`}
          />
        )}
      </Field>
      <PlaceFields country={texts.country} field={field} />
    </Form>
  )
}

interface PlaceFieldsProps {
  country: string
  field: (name: keyof BuyerTexts) => {
    value: string
    onChange: (event: { target: { value: string } }) => void
  }
}

/** The narrow fields, labelled as in the chosen country. Their texts stay when the country changes. */
function PlaceFields({ country, field }: PlaceFieldsProps) {
  const words = wordsFor(country)
  const { forget } = useContext(FormErrors)
  const allCountries = useMemo(countries, [])
  const isIndia = country === 'IN'
  const { onChange: changeCountry, ...countryField } = field('country')
  const { value: sez, onChange: changeSez } = field('is_sez')
  return (
    <Fields>
      <SelectField
        label="Country"
        name="country"
        autoComplete="billing country"
        {...countryField}
        onChange={(event) => {
          // The errors name the other country's fields.
          forget(['region', 'postal_code', 'tax_id'])
          changeCountry(event)
        }}
      >
        {!country && <option value="">Choose…</option>}
        {allCountries.map(optionOf)}
      </SelectField>
      {isIndia ? (
        <SelectField
          key="state"
          label={words.region}
          name="region"
          autoComplete="billing address-level1"
          {...field('state')}
        >
          <option value="">Choose…</option>
          {states().map(optionOf)}
        </SelectField>
      ) : (
        <TextField
          key="region"
          label={words.region}
          name="region"
          // Not all countries have postal codes.
          aria-required={false}
          autoComplete="billing address-level1"
          {...field('region')}
        />
      )}
      <TextField
        label="City"
        name="city"
        autoComplete="billing address-level2"
        {...field('city')}
      />
      <TextField
        label={words.postalCode}
        name="postal_code"
        aria-required={isIndia}
        inputMode={isIndia ? 'numeric' : 'text'}
        autoComplete="billing postal-code"
        spellCheck={false}
        {...field('postal_code')}
      />
      <TextField
        label={`${words.taxId} (optional)`}
        name="tax_id"
        aria-required={false}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('tax_id')}
      />
      <TextField
        label="Your reference (optional)"
        name="reference"
        aria-required={false}
        autoComplete="off"
        {...field('reference')}
      />
      {isIndia && (
        <div className="sm:col-span-2">
          <Checkbox
            label="In a special economic zone (SEZ)"
            name="is_sez"
            checked={sez !== ''}
            onChange={({ target }) => changeSez({ target: { value: target.checked ? 'yes' : '' } })}
          />
        </div>
      )}
    </Fields>
  )
}

const optionOf = ([code, name]: readonly [code: string, name: string]) => (
  <option key={code} value={code}>
    {name}
  </option>
)
