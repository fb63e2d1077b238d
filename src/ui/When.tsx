import { createInstantFormat } from '../lib/format-when'
import { usePageState } from '../lib/page-state'
import { minutes, now, serverAhead } from '../lib/server-clock'

const formatInstant = createInstantFormat()

interface WhenProps {
  /** ISO 8601. */
  at: string
  /** What paper says in place of the words; by default the instant in full. */
  onPaper?: string
  /** The words, at a time in ms since 1970. */
  children: (now: number) => string
}

/** An instant in words, which go with the time; its title and paper say it in full: there 'today' soon means nothing. */
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
