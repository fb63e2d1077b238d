import { ShieldCheck, ShieldOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TwoFactor } from '../../contract/two-factor'
import { createDateFormat } from '../lib/format'
import { useIsHere } from '../lib/use-is-here'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { useFormMutation } from '../session/use-form-mutation'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { Fact, Facts } from '../ui/cards/Facts'
import { firstFieldIn, useFocusInBox } from '../ui/focus'
import { QueryView } from '../ui/QueryView'
import { Skeleton } from '../ui/Skeleton'
import { showToast } from '../ui/toasts/toast'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactorProof } from './SecondFactorProof'
import { SecondFactorSetUp } from './SecondFactorSetUp'
import { removeMutation, renewMutation, twoFactorQuery, unseenCodes } from './second-factor'

/** The action in progress, or the recovery codes to show. */
type Step = 'set-up' | 'renew' | 'remove' | { codes: readonly string[] } | null

interface SecondFactorCardProps {
  /** Called after the set-up, once the user has left the recovery codes. */
  onSetUp?: () => void
  onStep?: (isUnderWay: boolean) => void
}

/** The card of the second factor: off, being set up, or on. */
export default function SecondFactorCard(props: SecondFactorCardProps) {
  const factor = useRetryableQuery(twoFactorQuery)
  const isOn = factor.data?.state === 'on'
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-16 font-[650] tracking-[-0.02em]">Two-factor authentication</h2>
        {factor.data && (
          <Badge tone={isOn ? 'ok' : 'neutral'} icon={isOn ? ShieldCheck : ShieldOff}>
            {isOn ? 'On' : 'Off'}
          </Badge>
        )}
      </div>
      <p className="mt-0.5 mb-4.5 text-13 text-ink-3">
        Signing in also asks for a code from your phone, so a stolen password isn’t enough.
      </p>
      <QueryView
        query={factor}
        loading={<Skeleton className="h-(--control) w-28 rounded-control" />}
        failure="Two-factor authentication could not be loaded"
        frame={(failure) => failure}
      >
        {(data) => <Content data={data} {...props} />}
      </QueryView>
    </Card>
  )
}

const formatDate = createDateFormat()

function Content({ data, onSetUp, onStep }: SecondFactorCardProps & { data: TwoFactor }) {
  const [step, keepStep] = useState<Step>(null)
  const box = useFocusInBox(firstFieldIn)
  const isHere = useIsHere()
  const renew = useFormMutation(renewMutation, () => 'No new recovery codes were made.', {
    onSuccess: (codes) => {
      setStep({ codes })
      if (!isHere()) showToast('info', 'New recovery codes were made.', unseenCodes)
    },
  })
  const remove = useFormMutation(removeMutation, () => 'Two-factor authentication is still on.', {
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
      // A notice above the page says if a factor is required (`SecondFactorDue.tsx`).
      return <Button onClick={() => begin('set-up')}>Set up</Button>
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
    return (
      <FactorFacts data={data} onRenew={() => begin('renew')} onRemove={() => begin('remove')} />
    )
  }
  return <div {...box}>{content()}</div>
}

interface FactsProps {
  data: TwoFactor
  onRenew: () => void
  onRemove: () => void
}

function FactorFacts({ data, onRenew, onRemove }: FactsProps) {
  const codesLeft = data.recovery_codes_left
  return (
    <>
      <Facts columns={3}>
        <Fact name="On since">{data.since ? formatDate(data.since) : 'Unknown'}</Fact>
        <Fact name="Recovery codes left">
          <span className={codesLeft < 3 ? 'text-warn' : undefined}>
            {codesLeft === 0 ? 'None: make new ones' : `${codesLeft} of 10`}
          </span>
        </Fact>
      </Facts>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button look="secondary" onClick={onRenew}>
          New recovery codes…
        </Button>
        <Button look="danger" onClick={onRemove}>
          Switch off…
        </Button>
      </div>
    </>
  )
}
