import { AnnouncedText } from './AnnouncedText'
import { Spinner } from './Spinner'

/** Says that something is on its way. */
export function LoadingText({ children }: { children: string }) {
  return (
    <p
      role="status"
      data-unsettled
      className="flex items-center gap-2.5 text-15 font-medium text-ink-2"
    >
      <Spinner className="size-4.5 text-accent" />
      <AnnouncedText>{children}</AnnouncedText>
    </p>
  )
}
