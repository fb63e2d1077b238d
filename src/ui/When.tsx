import { formatInstant } from '../lib/format-when'
import { usePageState } from '../lib/page-state'
import { minutes, now, serverAhead } from '../lib/server-clock'

interface WhenProps {
  /** The instant, in ISO 8601. */
  at: string
  /** The text in print. By default the full date and time. */
  onPaper?: string
  /** Formats the instant for a current time, in ms since 1970. */
  children: (now: number) => string
}

/**
 * An instant in words, kept current. Its title and print show the date and time, because 'today' soon is wrong in
 * print.
 */
export function When({ at, onPaper, children }: WhenProps) {
  const inFull = formatInstant(at)
  usePageState(minutes)
  usePageState(serverAhead)
  return (
    <time
      dateTime={at}
      title={inFull}
      data-on-paper={onPaper ?? inFull}
      className="print:after:content-[attr(data-on-paper)]"
    >
      <span className="print:hidden">{children(now())}</span>
    </time>
  )
}
