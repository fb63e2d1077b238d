import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call'
import { ApiError, ifFailed } from '../api/errors'
import { storedSession } from '../api/stored-session'
import { settings } from '../settings'
import { ActionWithError, failureOf } from './ActionWithError'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

const failureText = ifFailed('It was not confirmed.', 'the address may be confirmed.')

/**
 * Lets the reader of a mailed link agree to get copies of receipts (D143). It waits for a click, because programs
 * that check links open them too.
 */
export function ConfirmCopy({ token }: { token: string }) {
  const confirm = useMutation({ mutationFn: () => call('confirmCopy', { token }) })
  const { data, error } = confirm
  return (
    <>
      {/* Rendered from the start, so that the result is announced: the clicked button disappears. */}
      <div role="status">
        {data ? (
          <SignedOutHeading
            title="You get copies of receipts"
            text={`${data.organization_name} emails its receipts to ${data.email}.`}
          />
        ) : (
          <SignedOutHeading
            title="Get copies of receipts?"
            text={`A customer of ${settings.productName} wants to send you copies of its receipts.`}
          />
        )}
      </div>
      {!data && (
        <ActionWithError
          failure={error && textsOf(error)}
          busy={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Confirm
        </ActionWithError>
      )}
      {data && storedSession() && <TextLink to="/dashboard/main">Open the dashboard</TextLink>}
    </>
  )
}

function textsOf(error: Error) {
  if (error instanceof ApiError && error.status === 422) {
    return { text: 'This link has expired.', detail: 'An admin can add the address again.' }
  }
  return failureOf(error, failureText)
}
