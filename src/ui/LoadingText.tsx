import { AnnouncedText } from './AnnouncedText'
import { Spinner } from './Spinner'

interface LoadingTextProps {
  children: string
  /** Whether the text is only for screen readers, beside a skeleton. */
  unseen?: boolean
}

export function LoadingText({ children, unseen = false }: LoadingTextProps) {
  return (
    <p
      role="status"
      data-unsettled
      className={unseen ? 'sr-only' : 'flex items-center gap-2.5 text-15 font-medium text-ink-2'}
    >
      {!unseen && <Spinner className="size-4.5 text-accent" />}
      <AnnouncedText>{children}</AnnouncedText>
    </p>
  )
}
