import { CircleQuestionMark, Mail } from 'lucide-react'
import { AnnouncedText } from '../ui/AnnouncedText'
import type { ParsedEmail } from './parse-emails'

/** Shows, while typing, which addresses will be sent (D21). */
export function EmailPreview({ emails }: { emails: ParsedEmail[] }) {
  const doubtful = emails.filter((email) => email.doubtful).length
  const count = emails.length === 1 ? '1 email' : `${emails.length} emails`
  return (
    <section aria-label="Emails to be sent">
      <p className="mb-2 text-12h text-ink-3" aria-live="polite">
        <AnnouncedText>
          {`${count} to be sent${doubtful > 0 ? `, ${doubtful} of which may not be valid` : ''}`}
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
