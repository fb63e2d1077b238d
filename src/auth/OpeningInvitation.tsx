import { Spinner } from '../ui/Spinner'

/** Shows while an invitation's link is being opened. */
export function OpeningInvitation() {
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 text-15 text-ink-2">
      <Spinner className="size-4.5 text-accent" />
      Opening your invitation…
    </p>
  )
}
