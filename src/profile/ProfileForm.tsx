import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { addressIn } from '../../contract/pasted-text'
import type { Profile } from '../../contract/profile'
import { call } from '../api/call'
import { followingServerText } from '../api/errors'
import {
  missingProof,
  SecondFactorStep,
  secondFactorOf,
  type TypedField,
} from '../session/SecondFactorStep'
import { useFormMutation } from '../session/use-form-mutation'
import { settings } from '../settings'
import { Card } from '../ui/Card'
import { Checkbox } from '../ui/forms/Checkbox'
import { Form } from '../ui/forms/Form'
import { PasswordField } from '../ui/forms/PasswordField'
import type { FormCheck, Typed } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { UnsavedText } from '../ui/forms/UnsavedText'
import type { Draft } from '../ui/forms/unsaved-text'
import { LoadingText } from '../ui/LoadingText'
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

  const isUnconfirmed = settings.isOurServer && profile.is_email_confirmed === false

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

  return (
    <Card title="Update Profile" text="How your team sees you and where messages reach you.">
      <div className="max-w-xl">
        {isUnconfirmed && <UnconfirmedAddress email={profile.email} />}
        <Form
          label="Update Profile"
          check={check}
          busy={update.isPending}
          refusal={update.refusal}
          onSubmit={submit}
          action="Update Profile"
        >
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
          <ContactNumberFields
            value={entries}
            storedCode={stored.code}
            onChange={({ code, number }) => change({ code, number })}
          />
          {hasReminders && (
            <Checkbox
              name="renewal_reminders"
              label="Email me 14 and 3 days before a yearly plan renews"
              checked={entries.reminders === 'true'}
              onChange={(event) => change({ reminders: String(event.target.checked) })}
            />
          )}
        </Form>
      </div>
      <UnsavedText
        unsaved={
          entries.full_name !== stored.full_name ||
          entries.email !== stored.email ||
          entries.reminders !== stored.reminders ||
          !numberIsStored
        }
        draft={{
          typed: { form: 'profile', user: profile.email, texts: changes },
          onRestore: (texts) => setChanges((current) => ({ ...texts, ...current })),
        }}
      />
    </Card>
  )
}

/**
 * The notice that the address is unproven (D90). It is above the form, because no link or button stands between two
 * fields (D27).
 */
function UnconfirmedAddress({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: () => call('mailAddressLink'),
    onSuccess: () => showToast('success', `A link is on its way to ${email}.`),
    onError: (error) => showToast('error', 'The link was not sent.', followingServerText(error)),
  })
  return (
    <p className="mb-5 rounded-control bg-warn-bg px-4 py-3.5 text-14 text-ink wrap-anywhere">
      <span>{`${email} isn’t confirmed yet. We’ll send it a link to confirm it.`}</span>{' '}
      <button
        type="button"
        aria-disabled={send.isPending}
        onClick={() => {
          if (!send.isPending) send.mutate()
        }}
        className="rounded-6 font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        Send the link
      </button>
    </p>
  )
}

export function ProfileFormSkeleton() {
  const { session } = useRouteContext({ strict: false })
  return (
    <Card>
      <LoadingText unseen>Loading your profile…</LoadingText>
      <div className="flex flex-col">
        <Skeleton className="my-1 h-4.5 w-36" />
        <Skeleton className="mt-2 mb-6 h-3 w-72 max-w-full" />
      </div>
      <div className="max-w-xl space-y-5">
        {['full_name', 'email', 'contact_number'].map((name) => (
          <div key={name} className="flex flex-col">
            <Skeleton className="mt-0.75 mb-2.25 h-3 w-20" />
            <Skeleton className="h-(--control) rounded-control" />
          </div>
        ))}
        {settings.isOurServer && session?.isAdmin && (
          <div className="flex flex-col">
            <Skeleton className="my-1 h-5 w-80 max-w-full pointer-coarse:my-3" />
          </div>
        )}
        <Skeleton className="h-(--control) w-36 rounded-control" />
      </div>
    </Card>
  )
}
