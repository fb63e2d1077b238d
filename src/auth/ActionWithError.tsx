import { followingServerText, isUnconfirmed } from '../api/errors'
import { Button } from '../ui/Button'
import { FormMessage, type FormTexts } from '../ui/forms/FormMessage'

interface ActionWithErrorProps {
  failure: FormTexts | null
  busy: boolean
  onClick: () => void
  children: string
}

/** A page's only button, and the failure of the last click. */
export function ActionWithError({ failure, busy, onClick, children }: ActionWithErrorProps) {
  return (
    <div className="space-y-5">
      {failure && <FormMessage tone="bad" {...failure} />}
      <Button className="w-full" busy={busy} onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}

/**
 * @param textOf returns the first text of an error.
 * @returns an error's texts. The second is the server's, or says to try again.
 */
export function failureOf(error: Error, textOf: (error: Error) => string): FormTexts {
  const next = isUnconfirmed(error) ? undefined : 'Please try again.'
  return { text: textOf(error), detail: followingServerText(error) ?? next }
}
