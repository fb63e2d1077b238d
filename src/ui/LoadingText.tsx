import { AnnouncedText } from './AnnouncedText'
import { Spinner } from './Spinner'

interface LoadingTextProps {
  children: string
  /** Only heard: a shape of what comes is there for the eyes. */
  unseen?: boolean
}

/** Says that something is on its way. */
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
