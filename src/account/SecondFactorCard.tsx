import { Building2, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TwoFactor } from '../../contract/two-factor'
import { ifFailed } from '../api/errors'
import { formatDate } from '../lib/format'
import { useIsHere } from '../lib/use-is-here'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { useFetchedProfile } from '../profile/queries'
import { useFormMutation } from '../session/use-form-mutation'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { LoadingRow, Row, Rows } from '../ui/cards/Row'
import { Section } from '../ui/cards/Section'
import { DotText } from '../ui/DotText'
import { firstFieldIn, useFocusInBox } from '../ui/focus'
import { QueryView } from '../ui/QueryView'
import { showToast } from '../ui/toasts/toast'
import { twoFactorQuery } from './queries'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactorProof } from './SecondFactorProof'
import { SecondFactorSetUp } from './SecondFactorSetUp'
import { removeMutation, renewMutation, unseenCodes } from './second-factor'

/** The action in progress, or the recovery codes to show. */
type Step = 'set-up' | 'renew' | 'remove' | { codes: readonly string[] } | null

interface SecondFactorCardProps {
  /** Called after the set-up, once the user has left the recovery codes. */
  onSetUp?: () => void
  onStep?: (isUnderWay: boolean) => void
}

export default function SecondFactorCard(props: SecondFactorCardProps) {
  const factor = useRetryableQuery(twoFactorQuery)
  const organisation = useFetchedProfile()?.organization.name
  return (
    <Section
      id="two-factor"
      title="Two-factor authentication"
      text="Signing in also asks for a code from your phone, so a stolen password isn’t enough."
      more={
        factor.data?.required &&
        organisation && (
          <p className="flex items-start gap-2">
            <Building2 className="mt-0.75 size-3.75 shrink-0 text-ink-3" aria-hidden="true" />
            <span className="wrap-anywhere">{`${organisation} requires it.`}</span>
          </p>
        )
      }
    >
      <QueryView
        query={factor}
        loading={<LoadingRow>Loading two-factor authentication…</LoadingRow>}
        failure="Two-factor authentication could not be loaded"
      >
        {(data) => <Content data={data} {...props} />}
      </QueryView>
    </Section>
  )
}

const notRenewed = ifFailed(
  'No new recovery codes were made.',
  'your recovery codes may no longer work.',
)
const notRemoved = ifFailed('Two-factor authentication is still on.', 'it may be off.')

function Content({ data, onSetUp, onStep }: SecondFactorCardProps & { data: TwoFactor }) {
  const [step, keepStep] = useState<Step>(null)
  const box = useFocusInBox(firstFieldIn)
  const isHere = useIsHere()
  const renew = useFormMutation(renewMutation, notRenewed, {
    onSuccess: (codes) => {
      setStep({ codes })
      if (!isHere()) showToast('info', 'New recovery codes were made.', unseenCodes)
    },
  })
  const remove = useFormMutation(removeMutation, notRemoved, {
    onSuccess: () => {
      setStep(null)
      showToast('success', 'Two-factor authentication is off.')
    },
  })

  function setStep(next: Step) {
    keepStep(next)
    onStep?.(next !== null)
  }

  function begin(next: Step) {
    renew.reset()
    remove.reset()
    setStep(next)
  }

  /** Ends the set-up: the factor is on, and its codes were shown or are lost. */
  function finish() {
    setStep(null)
    onSetUp?.()
  }

  function content(): ReactNode {
    if (step !== null && typeof step === 'object') {
      return <RecoveryCodes codes={step.codes} onDone={finish} />
    }
    if (step === 'set-up') {
      return (
        <SecondFactorSetUp
          onConfirmed={(codes) => setStep({ codes })}
          onAlreadyOn={finish}
          // The factor may have been switched on elsewhere.
          onCancel={() => (data.state === 'on' ? finish() : setStep(null))}
        />
      )
    }
    if (data.state === 'off') {
      return (
        <Row icon={Smartphone} title="Authenticator app" text="Off">
          <Button look={data.required ? 'primary' : 'secondary'} onClick={() => begin('set-up')}>
            Set up…
          </Button>
        </Row>
      )
    }
    if (step === 'renew') {
      return (
        <SecondFactorProof
          title="New recovery codes"
          text="Your current codes will stop working."
          action="Make new codes"
          mutation={renew}
          onCancel={() => begin(null)}
        />
      )
    }
    if (step === 'remove') {
      return (
        <SecondFactorProof
          title="Switch off"
          text={
            data.required
              ? 'It’s required here: you’ll have to set it up again before you can do anything else.'
              : 'You’ll then sign in with just your password.'
          }
          action="Switch off"
          mutation={remove}
          onCancel={() => begin(null)}
        />
      )
    }
    const codesLeft = data.recovery_codes_left
    return (
      <>
        <Row
          icon={Smartphone}
          title="Authenticator app"
          text={
            <DotText tone="ok">{data.since ? `On since ${formatDate(data.since)}` : 'On'}</DotText>
          }
        >
          <Button look="danger" onClick={() => begin('remove')} className="-me-4">
            Switch off…
          </Button>
        </Row>
        <Row
          icon={LifeBuoy}
          title="Recovery codes"
          text={
            <>
              <span className={codesLeft < 3 ? 'text-warn' : undefined}>
                {codesLeft === 0 ? 'None left. Make new ones.' : `${codesLeft} of 10 left.`}
              </span>
              {codesLeft > 0 && (
                <span className="max-sm:hidden"> Each works once, if you lose your phone.</span>
              )}
            </>
          }
        >
          <Button look="secondary" onClick={() => begin('renew')}>
            New codes…
          </Button>
        </Row>
      </>
    )
  }
  return (
    <div {...box}>
      {step === null ? (
        <Card isFlush>
          <Rows>{content()}</Rows>
        </Card>
      ) : (
        <Card>{content()}</Card>
      )}
    </div>
  )
}
