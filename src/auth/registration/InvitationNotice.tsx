import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { SignedOutNotice } from '../SignedOutNotice'
import { TextLink } from '../TextLink'
import type { Invitation } from './invitation'

type Refused = Extract<Invitation, { refused: string }>

/** Says, above a registration, why the invitation's link didn't lead to one, and what to do. */
export function InvitationNotice({ refused, token }: Refused) {
  const { title, text } = words[refused](token)
  return (
    <SignedOutNotice icon={MailX}>
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-1 text-ink-2">{text}</p>
      <p className="mt-2 text-ink-2">The form below registers an organisation of your own.</p>
    </SignedOutNotice>
  )
}

const words: Record<Refused['refused'], (token: string) => { title: string; text: ReactNode }> = {
  ended: () => ({
    title: 'This invitation link no longer works',
    text: (
      <>
        It has expired, was withdrawn, or was used already. Ask whoever invited you for another one.
        If you used it yourself,{' '}
        <TextLink to="/signin" inSentence>
          open your account
        </TextLink>
        .
      </>
    ),
  }),
  'has-account': () => ({
    title: 'You have an account already',
    text: (
      <>
        This invitation is for an email address that has an account, and an account belongs to one
        organisation.{' '}
        <TextLink to="/signin" inSentence>
          Open your account
        </TextLink>
        .
      </>
    ),
  }),
  unchecked: (token) => ({
    title: 'Your invitation could not be checked',
    text: (
      <>
        The link may still work:{' '}
        <TextLink to="/invite/$token" params={{ token }} inSentence>
          try again
        </TextLink>
        .
      </>
    ),
  }),
}
