import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Profile } from '../../contract/profile'
import { followingServerText, refusalOf } from '../api/errors'
import { storedSession } from '../api/stored-session'
import { followedBy } from '../lib/followed-by'
import { useIsHere } from '../lib/use-is-here'
import { SecondFactorStep } from '../session/PasskeyStep'
import { missingProof, secondFactorOf, type TypedField } from '../session/second-factor-proof'
import { settings } from '../settings'
import { Card } from '../ui/Card'
import { AskBeforeLeaving } from '../ui/forms/AskBeforeLeaving'
import { Checkbox } from '../ui/forms/Checkbox'
import type { Draft } from '../ui/forms/draft'
import { Form } from '../ui/forms/Form'
import { PasswordField } from '../ui/forms/PasswordField'
import type { FormCheck, Typed } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'
import { showToast } from '../ui/toasts/toast'
import { ContactNumberFields } from './ContactNumberFields'
import { type ContactNumber, formatContactNumber, parseContactNumber } from './contact-number'
import { updateProfileMutation } from './mutations'
import { UnconfirmedAddress } from './UnconfirmedAddress'

const failureText = 'Error updating profile.'

/** The text fields that the contract lets a user change, except those with inputs of their own. */
type TextName = Exclude<
  TypedField<'updateProfile'>,
  'contact_number' | 'current_password' | 'one_time_code' | 'renewal_reminders'
>

interface TextEntry extends Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'spellCheck'> {
  label: string
  autoCapitalize?: 'none'
}

/** In the form's order. */
const textEntries: Readonly<Record<TextName, TextEntry>> = {
  full_name: {
    label: 'Full Name',
    autoComplete: 'name',
  },
  email: {
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
}
const check: FormCheck<TypedField<'updateProfile'>> = (typed) => ({
  full_name: typed.full_name ? null : 'Please enter your full name.',
  email: typed.email ? null : 'Please enter your email.',
  contact_number: null,
  // Only a changed address needs it.
  current_password: typed.current_password === '' ? 'Please enter your password.' : null,
  ...missingProof(typed),
  renewal_reminders: null,
})
const textNames = Object.keys(textEntries) as TextName[]

type Texts = Record<TextName, string>
type Entries = Texts & { contact: ContactNumber; reminders: boolean }

function textsOf(textOf: (name: TextName) => string): Texts {
  return Object.fromEntries(textNames.map((name) => [name, textOf(name)])) as Texts
}

/** Unsaved changes, as kept when the session ends. */
function textsOfChanges({ contact, reminders, ...texts }: Partial<Entries>): Draft['texts'] {
  return {
    ...texts,
    ...(contact && { code: contact.code, number: contact.number }),
    ...(reminders !== undefined && { reminders: String(reminders) }),
  }
}

function changesOfTexts(kept: Draft['texts']): Partial<Entries> {
  const { code, number, reminders, ...texts } = kept
  const own = textNames.filter((name) => texts[name] !== undefined)
  return {
    ...Object.fromEntries(own.map((name) => [name, texts[name]])),
    ...(code !== undefined && number !== undefined && { contact: { code, number } }),
    ...(reminders !== undefined && { reminders: reminders === 'true' }),
  }
}

/** The form for a user's own profile. */
export function ProfileForm({ profile }: { profile: Profile }) {
  // Holds only changed fields: the others follow the profile.
  const [changes, setChanges] = useState<Partial<Entries>>({})
  const isHere = useIsHere()
  const update = useMutation(
    followedBy(updateProfileMutation, {
      onSuccess: () => showToast('success', 'Profile updated successfully!'),
      onError: (error) => {
        if (!isHere()) showToast('error', failureText, followingServerText(error))
      },
    }),
  )
  const stored: Entries = {
    ...textsOf((name) => profile[name] ?? ''),
    contact: parseContactNumber(profile.contact_number),
    reminders: profile.renewal_reminders ?? true,
  }
  const entries = { ...stored, ...changes }
  const numberIsStored = sameNumber(entries.contact, stored.contact)
  // A stolen session would change the address first (D66).
  const asksForPassword = settings.isOurServer && entries.email.trim() !== stored.email

  const isUnconfirmed = settings.isOurServer && profile.is_email_confirmed === false

  // Members have no plan to be reminded of (D7).
  const hasReminders = settings.isOurServer && profile.renewal_reminders !== null

  function submit(typed: Typed<TypedField<'updateProfile'>>) {
    return update
      .mutateAsync({
        ...textsOf((name) => typed[name]),
        ...(asksForPassword && {
          current_password: typed.current_password,
          ...secondFactorOf(typed),
        }),
        ...(hasReminders && { renewal_reminders: entries.reminders }),
        // As stored, even if this form would write it differently (D20).
        contact_number: numberIsStored
          ? (profile.contact_number ?? '')
          : formatContactNumber(entries.contact),
      })
      .then(() => {
        // Keeps what was typed while the answer was on its way.
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
          refusal={update.isError && refusalOf(update.error, failureText)}
          onSubmit={submit}
          action="Update Profile"
        >
          {textNames.map((name) => (
            <TextField
              key={name}
              {...textEntries[name]}
              name={name}
              value={entries[name]}
              onChange={(event) => setChanges({ ...changes, [name]: event.target.value })}
            />
          ))}
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
            value={entries.contact}
            storedCode={stored.contact.code}
            onChange={(changed) => setChanges({ ...changes, contact: changed })}
          />
          {hasReminders && (
            <Checkbox
              name="renewal_reminders"
              label="Mail me 14 and 3 days before a yearly plan renews"
              checked={entries.reminders}
              onChange={(event) => setChanges({ ...changes, reminders: event.target.checked })}
            />
          )}
        </Form>
      </div>
      <AskBeforeLeaving
        unsaved={
          textNames.some((name) => entries[name] !== stored[name]) ||
          entries.reminders !== stored.reminders ||
          !numberIsStored
        }
        title="Leave without saving?"
        text="What you changed has not been saved. It is lost when you leave this page."
        draft={{
          typed: { form: 'profile', user: profile.email, texts: textsOfChanges(changes) },
          onRestore: (texts) => setChanges((current) => ({ ...changesOfTexts(texts), ...current })),
        }}
      />
    </Card>
  )
}

function sameNumber(one: ContactNumber, other: ContactNumber): boolean {
  return one.code === other.code && one.number === other.number
}

/** The shape of the form, while the profile loads. */
export function ProfileFormSkeleton() {
  return (
    <Card>
      <LoadingText unseen>Loading your profile…</LoadingText>
      <div className="flex flex-col">
        <Skeleton className="my-1 h-4.5 w-36" />
        <Skeleton className="mt-2 mb-6 h-3 w-72 max-w-full" />
      </div>
      <div className="max-w-xl space-y-5">
        {[...textNames, 'contact'].map((name) => (
          <div key={name} className="flex flex-col">
            <Skeleton className="mt-0.75 mb-2.25 h-3 w-20" />
            <Skeleton className="h-11 rounded-control" />
          </div>
        ))}
        {/* The early frame, which is made without a session, hides it from members. */}
        {settings.isOurServer && (storedSession()?.isAdmin ?? true) && (
          <div data-admins-only className="flex flex-col">
            <Skeleton className="my-1 h-5 w-80 max-w-full pointer-coarse:my-3" />
          </div>
        )}
        <Skeleton className="h-11 w-36 rounded-control" />
      </div>
    </Card>
  )
}
