import { createInstantFormat } from './format-when'

const formatInstant = createInstantFormat()

interface WhenProps {
  /** ISO 8601. */
  at: string
  /** What paper says in place of the words; by default the instant in full. */
  onPaper?: string
  children: string
}

/** An instant in words; its title and paper say it in full: there 'today' soon means nothing. */
export function When({ at, onPaper, children }: WhenProps) {
  const inFull = formatInstant(at)
  return (
    <time
      dateTime={at}
      title={inFull}
      data-on-paper={onPaper ?? inFull}
      className="print:after:content-[attr(data-on-paper)]"
    >
      <span className="print:hidden">{children}</span>
    </time>
  )
}
