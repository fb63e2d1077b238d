import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type Profile, type ProfileUpdate, wrongPasswordText } from '../../contract/profile'
import { ApiError, followingServerText } from '../api/errors'
import { formText } from '../lib/form-text'
import { useIsMounted } from '../lib/use-is-mounted'
import { settings } from '../settings'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { AskBeforeLeaving } from '../ui/forms/AskBeforeLeaving'
import { Form } from '../ui/forms/Form'
import { FormMessage } from '../ui/forms/FormMessage'
import type { UnsavedText } from '../ui/forms/kept-text'
import { PasswordField } from '../ui/forms/PasswordField'
import { TextField } from '../ui/forms/TextField'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'
import { showToast } from '../ui/toasts/toast'
import { ContactNumberFields } from './ContactNumberFields'
import { type ContactNumber, formatContactNumber, parseContactNumber } from './contact-number'
import { updateProfileMutation } from './mutations'

const failureText = 'Error updating profile.'

/** What the contract lets a user change, all of it text, but for what has fields of its own. */
type TextName = Exclude<keyof ProfileUpdate, 'contact_number' | 'current_password'>

interface TextEntry extends Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'spellCheck'> {
  label: string
  /** What to say where it was left empty; without it, it may be. */
  missing?: string
  autoCapitalize?: 'none'
}

/** In the form's order. */
const textEntries: Readonly<Record<TextName, TextEntry>> = {
  full_name: {
    label: 'Full Name',
    missing: 'Please enter your full name.',
    autoComplete: 'name',
  },
  email: {
    label: 'Email',
    missing: 'Please enter your email.',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
}
const textNames = Object.keys(textEntries) as TextName[]

type Texts = Record<TextName, string>
type Entries = Texts & { contact: ContactNumber }

function textsOf(textOf: (name: TextName) => string): Texts {
  return Object.fromEntries(textNames.map((name) => [name, textOf(name)])) as Texts
}

/** Changes as they are kept when the session ends. */
function textsOfChanges({ contact, ...texts }: Partial<Entries>): UnsavedText['texts'] {
  return { ...texts, ...(contact && { code: contact.code, number: contact.number }) }
}

function changesOfTexts({ code, number, ...texts }: UnsavedText['texts']): Partial<Entries> {
  const own = textNames.filter((name) => texts[name] !== undefined)
  return {
    ...Object.fromEntries(own.map((name) => [name, texts[name]])),
    ...(code !== undefined && number !== undefined && { contact: { code, number } }),
  }
}

/** Changes what a user may change of themselves. */
export function ProfileForm({ profile }: { profile: Profile }) {
  // Only what was changed is kept here: the rest follows the profile, whenever it comes anew.
  const [changes, setChanges] = useState<Partial<Entries>>({})
  const [missing, setMissing] = useState<Partial<Texts & { password: string }> | null>(null)
  const isMounted = useIsMounted()
  const update = useMutation({
    ...updateProfileMutation,
    onSuccess: (...success) => {
      updateProfileMutation.onSuccess?.(...success)
      showToast('success', 'Profile updated successfully!')
    },
    // Where the form is gone, it can't say so (D51).
    onError: (error) => {
      if (!isMounted.current) showToast('error', failureText, followingServerText(error))
    },
  })
  const stored: Entries = {
    ...textsOf((name) => profile[name] ?? ''),
    contact: parseContactNumber(profile.contact_number),
  }
  const entries = { ...stored, ...changes }
  const numberIsStored = sameNumber(entries.contact, stored.contact)
  const emailIsTaken = update.error instanceof ApiError && update.error.status === 409 // D32
  const passwordIsWrong =
    update.error instanceof ApiError && update.error.serverText === wrongPasswordText
  // Another address is what a stolen session would want first (D66).
  const asksForPassword =
    settings.extensions.includes('account') && entries.email.trim() !== stored.email

  function submit(data: FormData) {
    const texts = textsOf((name) => entries[name].trim())
    const empty = textNames.filter((name) => texts[name] === '' && textEntries[name].missing)
    const password = asksForPassword ? formText(data, 'currentPassword') : undefined
    const found = {
      ...Object.fromEntries(empty.map((name) => [name, textEntries[name].missing])),
      ...(password === '' && { password: 'Please enter your password.' }),
    }
    const isComplete = Object.keys(found).length === 0
    update.reset()
    setMissing(isComplete ? null : found)
    if (!isComplete) return undefined
    return update
      .mutateAsync({
        ...texts,
        ...(password !== undefined && { current_password: password }),
        // As it was stored, even if this form would write it another way (D20).
        contact_number: numberIsStored
          ? (profile.contact_number ?? '')
          : formatContactNumber(entries.contact),
      })
      .then(() => {
        // What was typed while the answer was on its way stays.
        setChanges((current) => (current === changes ? {} : current))
      })
  }

  return (
    <Card>
      <h2 className="text-18 font-[650] tracking-[-0.02em]">Update Profile</h2>
      <p className="mt-1 mb-5 text-14 text-ink-2">
        How your team sees you and where messages reach you.
      </p>
      <Form
        label="Update Profile"
        busy={update.isPending}
        refusal={missing ?? update.error}
        onSubmit={submit}
        className="max-w-xl space-y-5"
      >
        {textNames.map((name) => {
          const { missing: _text, ...field } = textEntries[name]
          return (
            <TextField
              key={name}
              {...field}
              name={name}
              value={entries[name]}
              onChange={(event) => setChanges({ ...changes, [name]: event.target.value })}
              error={missing?.[name]}
              invalid={name === 'email' && emailIsTaken}
            />
          )
        })}
        {asksForPassword && (
          <PasswordField
            label="Current Password"
            name="currentPassword"
            autoComplete="current-password"
            hint="Needed to change your email."
            error={missing?.password}
            invalid={passwordIsWrong}
          />
        )}
        <ContactNumberFields
          value={entries.contact}
          storedCode={stored.contact.code}
          onChange={(changed) => setChanges({ ...changes, contact: changed })}
        />
        {update.isError && (
          <FormMessage tone="bad" text={failureText} detail={followingServerText(update.error)} />
        )}
        <Button type="submit" busy={update.isPending}>
          Update Profile
        </Button>
      </Form>
      <AskBeforeLeaving
        unsaved={textNames.some((name) => entries[name] !== stored[name]) || !numberIsStored}
        title="Leave without saving?"
        text="What you changed has not been saved. It is lost when you leave this page."
        typed={{ form: 'profile', user: profile.email, texts: textsOfChanges(changes) }}
        onRestore={(texts) => setChanges((current) => ({ ...changesOfTexts(texts), ...current }))}
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
        <Skeleton className="h-11 w-36 rounded-control" />
      </div>
    </Card>
  )
}
