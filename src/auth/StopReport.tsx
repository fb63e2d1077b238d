import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call'
import { followingServerText } from '../api/errors'
import { storedSession } from '../api/stored-session'
import { markInteractive } from '../lib/interactive'
import { Button } from '../ui/Button'
import { FormMessage } from '../ui/forms/FormMessage'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

/**
 * Stops the report whose mail has this link, for whoever has the mail (D142). It waits for a press: programs that look at
 * links open them too.
 */
export function StopReport({ token }: { token: string }) {
  // As a form does, which isn't there.
  useEffect(markInteractive, [])
  const stop = useMutation({ mutationFn: () => call('unsubscribeReport', { token }) })
  if (stop.isSuccess) {
    return (
      <>
        <SignedOutHeading
          title="You get no more of these mails"
          text="The report has ended. On its dashboard, ‘Mail me this’ begins it again."
        />
        {storedSession() ? (
          <TextLink to="/dashboard/main">Open the dashboard</TextLink>
        ) : (
          <TextLink to="/signin">Sign in</TextLink>
        )}
      </>
    )
  }
  return (
    <>
      <SignedOutHeading
        title="Stop these mails?"
        text="The report whose mail brought you here ends at once."
      />
      <div className="space-y-5">
        {stop.error && (
          <FormMessage
            tone="bad"
            text="The report was not stopped."
            detail={followingServerText(stop.error) ?? 'Please try again.'}
          />
        )}
        <Button className="w-full" busy={stop.isPending} onClick={() => stop.mutate()}>
          Stop these mails
        </Button>
      </div>
    </>
  )
}
