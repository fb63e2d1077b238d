import { MailX } from 'lucide-react'
import { SignedOutNotice } from '../SignedOutNotice'
import { TextLink } from '../TextLink'
import type { RefusedInvitation } from './kept-invitation'

const titles = {
  ended: 'This invitation link no longer works',
  'has-account': 'You already have an account',
  unchecked: 'Your invitation could not be checked',
}

export function InvitationNotice({ refused, token }: RefusedInvitation) {
  return (
    <SignedOutNotice icon={MailX}>
      <h2 className="font-semibold">{titles[refused]}</h2>
      <p key={refused} className="mt-1 text-ink-2">
        {refused === 'ended' ? (
          <>
            It has expired, was withdrawn, or has already been used. Ask the person who invited you
            for another one. If you used it yourself,{' '}
            <TextLink to="/signin" inSentence>
              open your account
            </TextLink>
          </>
        ) : refused === 'has-account' ? (
          <>
            This invitation is for an email address that has an account, and an account belongs to
            one organisation.{' '}
            <TextLink to="/signin" inSentence>
              Open your account
            </TextLink>
          </>
        ) : (
          <>
            The link may still work:{' '}
            <TextLink to="/invite/$token" params={{ token }} inSentence>
              try again
            </TextLink>
          </>
        )}
        .
      </p>
      <p className="mt-2 text-ink-2">The form below registers an organisation of your own.</p>
    </SignedOutNotice>
  )
}
