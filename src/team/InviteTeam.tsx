import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleQuestionMark, Info, Mail } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import type { RequestOf } from '../../contract/calls'
import { useDebounced } from '../lib/use-debounced'
import { useIsHere } from '../lib/use-is-here'
import { profileQuery } from '../profile/queries'
import { useFormMutation } from '../session/use-form-mutation'
import { AnnouncedText } from '../ui/AnnouncedText'
import { Card, CardHead } from '../ui/Card'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { UnsavedText } from '../ui/forms/UnsavedText'
import { showToast } from '../ui/toasts/toast'
import { inviteMutation } from './mutations'
import { type ParsedEmail, parseEmails } from './parse-emails'
import { teamQuery } from './queries'

const check: FormCheck<keyof RequestOf<'inviteTeamMembers'>> = ({ emails }) => ({
  emails: parseEmails(emails).length > 0 ? null : 'Please enter at least one email.',
})

/** Milliseconds without typing after which the last address counts as finished (D102). */
const pause = 1_500

const information = [
  'Emails must be valid and active.',
  'Separate several emails with commas.',
  'Each invited person gets a confirmation by email.',
  'Invalid emails are excluded; we’ll tell you which.',
]

export function InviteTeam() {
  const [text, setText] = useState('')
  const { data: profile } = useQuery(profileQuery)
  const isHere = useIsHere()
  const invite = useFormMutation(inviteMutation, () => 'Error sending invites. Please try again.', {
    onSuccess: ({ message, isNobody, excluded }) => {
      if (!isNobody) setText(excluded.join(', '))
      const tone = isNobody ? 'error' : excluded.length > 0 ? 'warning' : 'success'
      if (!isHere()) showToast(tone, message)
    },
  })
  const isTyping = useDebounced(text, pause) !== text
  const emails = parseEmails(text, isTyping)

  /** Puts commas between pasted lines, which a field of one line would join. Inserts as the browser would, so that undo works. */
  function paste(event: ClipboardEvent) {
    const lines = event.clipboardData
      .getData('text')
      .trim()
      .split(/\s*[\t\r\n]\s*/)
    if (lines.length === 1 || invite.isPending) return
    event.preventDefault()
    document.execCommand('insertText', false, lines.join(', '))
  }

  return (
    <Card isFlush className="grid lg:grid-cols-[minmax(0,1fr)_24.5rem]">
      <div className="min-w-0 sm:pt-1">
        <CardHead title="Invite your team" text={<Introduction />} />
        <div className="px-4 pb-4 sm:px-6 sm:pb-6">
          <Form
            label="Invite your team"
            check={check}
            busy={invite.isPending}
            refusal={
              invite.data?.isNobody ? { fields: { emails: invite.data.message } } : invite.refusal
            }
            success={
              invite.data &&
              !invite.data.isNobody && {
                text: invite.data.message,
                tone: invite.data.excluded.length > 0 ? 'warn' : 'ok',
              }
            }
            onSubmit={() => invite.mutateAsync(emails.map(({ address }) => address))}
            action="Submit"
            below={emails.length > 0 && <EmailPreview emails={emails} />}
          >
            <TextField
              label="Enter Email(s) (comma separated)"
              name="emails"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              readOnly={invite.isPending}
              value={text}
              onPaste={paste}
              onChange={(event) => setText(event.target.value)}
            />
          </Form>
        </div>
        <UnsavedText
          unsaved={text.trim() !== ''}
          title="Leave without inviting?"
          text="Your invitations haven’t been sent. If you leave this page, you’ll lose them."
          draft={{
            typed: { form: 'invitation', user: profile?.email, texts: { emails: text } },
            onRestore: ({ emails = '' }) => setText((current) => current || emails),
          }}
        />
      </div>
      <GoodToKnow />
    </Card>
  )
}

/** Says who is invited, or that nobody else can be. Both texts are about equally long, so that little moves. */
function Introduction() {
  // The page's table fetches the team. Another server has none.
  const { data: team } = useQuery({ ...teamQuery, enabled: false })
  const { taken = 0, reserved = 0, limit = null } = team?.places ?? {}
  return limit !== null && taken + reserved >= limit ? (
    <p key="full" className="font-medium text-warn">
      <span>
        {`There are no seats left: all ${limit} are used${reserved > 0 ? ' or held for invitations' : ''}.`}
      </span>{' '}
      <Link to="/dashboard/pricing" className="underline">
        See plans
      </Link>{' '}
      to invite more people.
    </p>
  ) : (
    <p key="free">Anyone you invite joins your organisation as a member and sees its dashboard.</p>
  )
}

function GoodToKnow() {
  return (
    <div className="border-t border-line p-4 sm:px-6 sm:pb-5 lg:border-s lg:border-t-0 lg:p-6">
      <h3 className="flex items-center gap-2 text-14/6 font-semibold">
        <Info className="size-4 text-accent" />
        Good to know
      </h3>
      <ul className="mt-2 grid list-disc gap-x-6 gap-y-1.5 ps-4 text-13 text-ink-2 marker:text-idle-dot sm:max-lg:grid-cols-2">
        {information.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

function EmailPreview({ emails }: { emails: ParsedEmail[] }) {
  const doubtful = emails.filter((email) => email.doubtful).length
  const count = emails.length === 1 ? '1 email' : `${emails.length} emails`
  return (
    <section aria-label="Emails to be sent">
      <p className="mb-2 text-12h text-ink-3" aria-live="polite">
        <AnnouncedText>
          {emails.length === 1 && doubtful === 1
            ? 'This address may not be valid.'
            : `${count} to be sent${doubtful > 0 ? `, ${doubtful} of which may not be valid` : ''}`}
        </AnnouncedText>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <ul className="flex max-h-52 flex-wrap gap-2 overflow-y-auto" tabIndex={0}>
        {emails.map(({ address, doubtful: isDoubtful }) => (
          <li
            key={address}
            className={`inline-flex max-w-full items-center gap-1.5 rounded-8 px-2.5 py-1 text-12h font-medium ${
              isDoubtful ? 'bg-warn-bg text-warn' : 'bg-brand-50 text-accent'
            }`}
          >
            {isDoubtful ? (
              <CircleQuestionMark className="size-3.5 shrink-0" />
            ) : (
              <Mail className="size-3.5 shrink-0" />
            )}
            <span title={address} className="truncate">
              {address}
            </span>
            {isDoubtful && <span className="sr-only">(may not be valid)</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
