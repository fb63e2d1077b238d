import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../contract/profile'
import { ApiError, followingServerText } from '../api/errors'
import { useIsShown } from '../lib/use-is-shown'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { AskBeforeLeaving } from '../ui/forms/AskBeforeLeaving'
import { Form } from '../ui/forms/Form'
import { FormMessage } from '../ui/forms/FormMessage'
import { TextField } from '../ui/forms/TextField'
import { showToast } from '../ui/toasts/toast'
import { ContactNumberFields } from './ContactNumberFields'
import { type ContactNumber, formatContactNumber, parseContactNumber } from './contact-number'
import { updateProfileMutation } from './mutations'

const failureText = 'Error updating profile.'

interface Entries {
  fullName: string
  email: string
  contact: ContactNumber
}

/** What to say about entries that were left empty. */
interface Missing {
  fullName: string | undefined
  email: string | undefined
}

/** Changes name, e-mail address and contact number. */
export function ProfileForm({ profile }: { profile: Profile }) {
  // Only what was changed is kept here: the rest follows the profile, whenever it comes anew.
  const [changes, setChanges] = useState<Partial<Entries>>({})
  const [missing, setMissing] = useState<Missing | null>(null)
  const isShown = useIsShown()
  const update = useMutation({
    ...updateProfileMutation,
    onSuccess: (...success) => {
      updateProfileMutation.onSuccess?.(...success)
      void showToast('success', 'Profile updated successfully!')
    },
    // Where the form is gone, it can't say so (D51).
    onError: (error) => {
      if (!isShown.current) void showToast('error', failureText, followingServerText(error))
    },
  })
  const stored = parseContactNumber(profile.contact_number)
  const { fullName, email, contact } = {
    fullName: profile.full_name,
    email: profile.email,
    contact: stored,
    ...changes,
  }
  const emailIsTaken = update.error instanceof ApiError && update.error.status === 409 // D32

  function submit() {
    const entered = { full_name: fullName.trim(), email: email.trim() }
    const complete = entered.full_name !== '' && entered.email !== ''
    update.reset()
    setMissing(
      complete
        ? null
        : {
            fullName: entered.full_name === '' ? 'Please enter your full name.' : undefined,
            email: entered.email === '' ? 'Please enter your email.' : undefined,
          },
    )
    if (!complete) return undefined
    return update
      .mutateAsync({
        ...entered,
        // As it was stored, even if this form would write it another way (D20).
        contact_number: sameNumber(contact, stored)
          ? (profile.contact_number ?? '')
          : formatContactNumber(contact),
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
        <TextField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          value={fullName}
          onChange={(event) => setChanges({ ...changes, fullName: event.target.value })}
          error={missing?.fullName}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setChanges({ ...changes, email: event.target.value })}
          error={missing?.email}
          invalid={emailIsTaken}
        />
        <ContactNumberFields
          value={contact}
          storedCode={stored.code}
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
        unsaved={
          fullName !== profile.full_name || email !== profile.email || !sameNumber(contact, stored)
        }
        title="Leave without saving?"
        text="What you changed has not been saved. It is lost when you leave this page."
      />
    </Card>
  )
}

function sameNumber(one: ContactNumber, other: ContactNumber): boolean {
  return one.code === other.code && one.number === other.number
}
