import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call'
import { ifFailed } from '../api/errors'
import { storedSession } from '../api/stored-session'
import { profileQuery } from '../profile/queries'
import { settings } from '../settings'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog'
import { FormMessage } from '../ui/forms/FormMessage'
import { showToast } from '../ui/toasts/toast'
import { failureOf } from './ActionWithError'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

const notConfirmed = ifFailed('The address was not confirmed.', 'the address may be confirmed.')
const notReleased = ifFailed('The address was not released.', 'the address may have been released.')

/**
 * Asks the reader of a mailed link whether the account with their address is theirs (D90). Only the account's own
 * user, signed in, can confirm it. Everybody with the link can release the address.
 */
export function ConfirmAddress({ token }: { token: string }) {
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const isSignedIn = storedSession() !== null
  const confirm = useMutation({
    mutationFn: () => call('confirmAddress', { address_token: token }),
    onSuccess: async (_answer, _input, _result, { client }) => {
      void client.invalidateQueries({ queryKey: profileQuery.queryKey })
      showToast('success', 'Your email address is confirmed.')
      await navigate({ to: '/dashboard/profile' })
    },
  })
  const release = useMutation({
    mutationFn: () => call('releaseAddress', { address_token: token }),
  })
  const busy = confirm.isPending || confirm.isSuccess || release.isPending
  const failure = release.error
    ? failureOf(release.error, notReleased)
    : confirm.error && failureOf(confirm.error, notConfirmed)

  if (release.isSuccess) {
    return (
      <>
        <SignedOutHeading
          title="This address has been released"
          text="The account has gone back to its previous address. You won’t get its emails any more."
        />
        <TextLink to="/signin">Sign in</TextLink>
      </>
    )
  }
  return (
    <>
      <SignedOutHeading
        title="Is this your account?"
        text={`An account on ${settings.productName} uses the email address this link was sent to.`}
      />
      <div className="space-y-5">
        {failure && <FormMessage tone="bad" {...failure} />}
        {isSignedIn ? (
          <Button
            className="w-full"
            busy={confirm.isPending}
            disabled={busy}
            onClick={() => {
              release.reset()
              confirm.mutate()
            }}
          >
            Yes, confirm my address
          </Button>
        ) : (
          <p className="text-15 text-ink-2">
            If it is yours,{' '}
            <TextLink to="/signin" inSentence>
              sign in
            </TextLink>
            , and then open the link in the email again.
          </p>
        )}
        <Button
          look="secondary"
          className="w-full"
          busy={release.isPending}
          disabled={busy}
          onClick={() => setIsAsked(true)}
        >
          It isn’t mine
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title="Remove this address from the account?"
          refusal="Keep it"
          confirmation="Remove it"
          look="danger-line"
          onRefuse={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false)
            confirm.reset()
            release.mutate()
          }}
        >
          <p>
            The account will go back to its previous email address, and its user will be told by
            email.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
