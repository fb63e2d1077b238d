import { useState } from 'react'
import { addressIn } from '../../contract/pasted-text'
import type { Profile } from '../../contract/profile'
import {
  missingProof,
  SecondFactorStep,
  secondFactorOf,
  type TypedField,
} from '../session/SecondFactorStep'
import { useFormMutation } from '../session/use-form-mutation'
import { settings } from '../settings'
import { CardFoot } from '../ui/cards/CardFoot'
import { Checkbox } from '../ui/forms/Checkbox'
import { Fields } from '../ui/forms/Fields'
import { Form } from '../ui/forms/Form'
import { PasswordField } from '../ui/forms/PasswordField'
import type { FormCheck, Typed } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { UnsavedText } from '../ui/forms/UnsavedText'
import type { Draft } from '../ui/forms/unsaved-text'
import { Skeleton } from '../ui/Skeleton'
import { showToast } from '../ui/toasts/toast'
import { ContactNumberFields } from './ContactNumberFields'
import { formatContactNumber, parseContactNumber } from './contact-number'
import { updateProfileMutation } from './mutations'

const check: FormCheck<TypedField<'updateProfile'>> = (typed) => ({
  full_name: typed.full_name ? null : 'Please enter your full name.',
  email: typed.email ? null : 'Please enter your email.',
  contact_number: null,
  // Only a changed address needs the password.
  current_password: typed.current_password === '' ? 'Please enter your password.' : null,
  ...missingProof(typed),
  renewal_reminders: null,
})

export function ProfileForm({ profile }: { profile: Profile }) {
  // Holds only changed fields: the others follow the profile.
  const [changes, setChanges] = useState<Draft['texts']>({})
  const update = useFormMutation(updateProfileMutation, () => 'Error updating profile.', {
    onSuccess: () => showToast('success', 'Profile updated successfully!'),
  })
  const stored = {
    full_name: profile.full_name,
    email: profile.email,
    ...parseContactNumber(profile.contact_number),
    reminders: String(profile.renewal_reminders ?? true),
  }
  const entries = { ...stored, ...changes }
  const numberIsStored = entries.code === stored.code && entries.number === stored.number
  const change = (changed: Draft['texts']) => setChanges({ ...changes, ...changed })
  // Asks for the password because a thief of a session would change the address first (D66).
  const asksForPassword = settings.isOurServer && addressIn(entries.email) !== stored.email

  // Members get no reminders about plans (D7).
  const hasReminders = settings.isOurServer && profile.renewal_reminders !== null

  function submit(typed: Typed<TypedField<'updateProfile'>>) {
    return update
      .mutateAsync({
        full_name: typed.full_name,
        email: typed.email,
        ...(asksForPassword && {
          current_password: typed.current_password,
          ...secondFactorOf(typed),
        }),
        ...(hasReminders && { renewal_reminders: entries.reminders === 'true' }),
        // Sends the number as it is stored, even if this form would write it differently.
        contact_number: numberIsStored
          ? (profile.contact_number ?? '')
          : formatContactNumber(entries),
      })
      .then(() => {
        // Keeps texts typed while the request was pending.
        setChanges((current) => (current === changes ? {} : current))
      })
  }

  const unsaved =
    entries.full_name !== stored.full_name ||
    entries.email !== stored.email ||
    entries.reminders !== stored.reminders ||
    !numberIsStored

  return (
    <>
      <Form
        label="Update Profile"
        check={check}
        busy={update.isPending}
        refusal={update.refusal}
        onSubmit={submit}
        action="Update Profile"
        card={{
          isChanged: unsaved,
          onDiscard() {
            setChanges({})
            update.reset()
          },
        }}
      >
        <Fields>
          <TextField
            label="Full Name"
            name="full_name"
            autoComplete="name"
            value={entries.full_name}
            onChange={(event) => change({ full_name: event.target.value })}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={entries.email}
            onChange={(event) => change({ email: event.target.value })}
          />
          {asksForPassword && (
            <PasswordField
              label="Current password"
              name="current_password"
              autoComplete="current-password"
              hint="Needed to change your email."
            />
          )}
          {asksForPassword && <SecondFactorStep error={update.error} />}
          <div className="sm:col-start-1">
            <ContactNumberFields
              value={entries}
              storedCode={stored.code}
              onChange={({ code, number }) => change({ code, number })}
            />
          </div>
          {hasReminders && (
            <div className="pt-0.5 sm:col-span-2">
              <Checkbox
                name="renewal_reminders"
                label="Email me 14 and 3 days before a yearly plan renews"
                checked={entries.reminders === 'true'}
                onChange={(event) => change({ reminders: String(event.target.checked) })}
              />
            </div>
          )}
        </Fields>
      </Form>
      <UnsavedText
        unsaved={unsaved}
        draft={{
          typed: { form: 'profile', user: profile.email, texts: changes },
          onRestore: (texts) => setChanges((current) => ({ ...texts, ...current })),
        }}
      />
    </>
  )
}

/** The placeholder of the form. @param props.hasReminders whether the form has the switch of reminders. */
export function ProfileFormSkeleton({ hasReminders }: { hasReminders: boolean }) {
  return (
    <>
      <div className="p-4 sm:p-6">
        <Fields>
          {['full_name', 'email', 'contact_number'].map((name) => (
            <div key={name} className="flex flex-col">
              <Skeleton className="mt-0.75 mb-2.25 h-3 w-20" />
              <Skeleton className="h-(--control) rounded-control" />
            </div>
          ))}
          {hasReminders && (
            <div className="flex flex-col sm:col-span-2">
              <Skeleton className="my-0.5 h-5 w-80 max-w-full pointer-coarse:my-3" />
            </div>
          )}
        </Fields>
      </div>
      <CardFoot>
        <Skeleton className="h-(--control) w-36 rounded-control" />
      </CardFoot>
    </>
  )
}
