import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { RequestOf } from '../../contract/calls'
import { ApiError, refusalOf } from '../api/errors'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { useIsHere } from '../lib/use-is-here'
import {
  lostPasskeys,
  missingProof,
  SecondFactorStep,
  secondFactorOf,
} from '../session/SecondFactorStep'
import { ButtonAnchor } from '../ui/ButtonLink'
import { firstFieldIn, useFocusInBox } from '../ui/focus'
import { CodeField } from '../ui/forms/CodeField'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { IconButton } from '../ui/IconButton'
import { Skeleton } from '../ui/Skeleton'
import { copyWithToast } from '../ui/toasts/copy-with-toast'
import { showToast } from '../ui/toasts/toast'
import { AccountPassword } from './AccountPassword'
import { beginMutation, confirmMutation, isOnByNow, unseenCodes } from './second-factor'

const QrCode = lazy(() => import('./QrCode'))

const failureText = 'Two-factor authentication was not set up.'

const checkPassword: FormCheck<keyof RequestOf<'beginTwoFactor'>> = (typed) => ({
  password: typed.password ? null : 'Please enter your password.',
  passkey_proof: missingProof(typed).passkey_proof,
})
const checkCode: FormCheck<keyof RequestOf<'confirmTwoFactor'>> = ({ code }) => ({
  code: code ? null : 'Enter the code from your authenticator app.',
})

/** Focuses the instructions rather than the field below, for users who can't see them. */
const focusFirst = (instructions: HTMLElement | null) => instructions?.focus()

interface SetUpProps {
  onConfirmed: (codes: string[]) => void
  /** Called if the factor is already on: an earlier answer was lost, and the codes with it. */
  onAlreadyOn: () => void
  onCancel: () => void
}

export function SecondFactorSetUp({ onConfirmed, onAlreadyOn, onCancel }: SetUpProps) {
  const isHere = useIsHere()
  const begin = useMutation(beginMutation)
  const tellUnseen = () => showToast('info', 'Two-factor authentication is on.', unseenCodes)
  const confirm = useFollowedMutation(confirmMutation, {
    onSuccess: (codes) => {
      onConfirmed(codes)
      if (!isHere()) tellUnseen()
    },
    onError: (error, _proof, _result, { client }) => {
      // The set-up took too long, and needs a new secret.
      if (error instanceof ApiError && error.status === 409) begin.reset()
      void isOnByNow(client).then((isOn) => {
        if (!isOn) return
        tellUnseen()
        onAlreadyOn()
      })
    },
  })
  const box = useFocusInBox(firstFieldIn)
  const isTooLate = confirm.error instanceof ApiError && confirm.error.status === 409

  if (!begin.data) {
    const failure = begin.error ?? (isTooLate ? confirm.error : null)
    return (
      <div {...box} className="sm:max-w-[calc(50%-8px)]">
        <Form
          label="Set up two-factor authentication"
          check={checkPassword}
          busy={begin.isPending}
          refusal={failure !== null && refusalOf(failure, failureText)}
          onSubmit={({ password, passkey_proof }) =>
            begin.mutateAsync({ password, ...secondFactorOf({ passkey_proof }) })
          }
          action="Continue"
          onCancel={onCancel}
        >
          <AccountPassword label="Your password" name="password" hint="To make sure it’s you." />
          <SecondFactorStep error={begin.error} passkeyHint={lostPasskeys} />
        </Form>
      </div>
    )
  }
  const { secret, uri } = begin.data
  return (
    <div {...box} className="max-w-xl">
      <ol
        ref={focusFirst}
        tabIndex={-1}
        aria-label="How to set it up"
        className="mb-5 space-y-1.5 text-14 text-ink-2 outline-none"
      >
        <li>1. Open an authenticator app on your phone, and add an account.</li>
        <li>2. Scan the QR code, or type in the key.</li>
        <li>3. Enter the six digits that the app shows.</li>
      </ol>
      <div className="flex flex-wrap gap-x-6 gap-y-5">
        <Suspense fallback={<Skeleton className="size-44 rounded-control" />}>
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Suspense>
        <div className="min-w-0 flex-[1_1_14rem]">
          {/* The link opens the app on this device: a phone can't scan its own screen. */}
          <ButtonAnchor href={uri} look="secondary" className="mb-5 pointer-fine:hidden">
            Open in your authenticator
          </ButtonAnchor>
          <p className="text-12h font-semibold">Key</p>
          <div className="mb-5 flex items-center gap-1.5">
            <code translate="no" className="min-w-0 font-mono text-14 wrap-anywhere">
              {secret.replace(/.{4}(?=.)/g, '$& ')}
            </code>
            <IconButton label="Copy the key" onClick={() => void copyWithToast('Key', secret)}>
              <Copy className="size-4" />
            </IconButton>
          </div>
          <Form
            label="First code"
            check={checkCode}
            busy={confirm.isPending}
            refusal={confirm.isError && refusalOf(confirm.error, failureText)}
            onSubmit={({ code }) => confirm.mutateAsync({ code })}
            action="Switch on"
            onCancel={onCancel}
          >
            <CodeField name="code" recovery={false} />
          </Form>
        </div>
      </div>
    </div>
  )
}
