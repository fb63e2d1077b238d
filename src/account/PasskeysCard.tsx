import { useQuery } from '@tanstack/react-query'
import { Cloud, FingerprintPattern, Unlink2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { mostPasskeys } from '../../contract/passkeys'
import { createDateFormat } from '../lib/format'
import { createWhenFormat } from '../lib/format-when'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { profileQuery } from '../profile/queries'
import { canUsePasskeys } from '../session/passkey-support'
import { signalPasskeys } from '../session/signals'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { useFocusHandOver } from '../ui/focus'
import { QueryView } from '../ui/QueryView'
import { Skeleton } from '../ui/Skeleton'
import { When } from '../ui/When'
import { AddPasskey } from './AddPasskey'
import { PasskeyRowMenu } from './PasskeyRowMenu'
import { type Passkey, passkeysQuery } from './passkeys'
import { RemovePasskey } from './RemovePasskey'
import { RenamePasskey } from './RenamePasskey'

interface PasskeysCardProps {
  email: string | undefined
}

/** The user's passkeys, and how to add one. */
export default function PasskeysCard({ email }: PasskeysCardProps) {
  const passkeys = useRetryableQuery(passkeysQuery)
  const { data } = passkeys
  // The layout has fetched it.
  const { data: profile } = useQuery({ ...profileQuery, enabled: false })
  const { email: address, full_name } = profile ?? {}
  useEffect(() => {
    if (!data) return
    signalPasskeys(data, address && full_name ? { email: address, full_name } : undefined)
  }, [data, address, full_name])

  return (
    <Card
      title="Passkeys"
      text="Sign in with your fingerprint, face or screen lock. Nobody can guess a passkey or trick you out of it."
    >
      <QueryView
        query={passkeys}
        loading={<Skeleton className="h-11 w-36 rounded-control" />}
        failure="Your passkeys could not be loaded"
        frame={(failure) => failure}
      >
        {(list) => <Content {...{ ...list, email }} />}
      </QueryView>
    </Card>
  )
}

interface ContentProps extends PasskeysCardProps {
  passkeys: Passkey[]
  domain: string
}

function Content({ passkeys, domain, email }: ContentProps) {
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<{ about: Passkey; what: 'rename' | 'remove' } | null>(null)
  useFocusHandOver(isAdding)
  useFocusHandOver(passkeys.length)
  const close = () => setAsked(null)
  const isFull = passkeys.length >= mostPasskeys

  if (isAdding) {
    return (
      <AddPasskey
        email={email}
        onAdded={() => setAdding(false)}
        onCancel={() => setAdding(false)}
      />
    )
  }
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-y border-line">
          {passkeys.map((one) => (
            <Row
              key={one.passkey_id}
              passkey={one}
              isHere={one.domain === domain}
              onChoose={(what) => setAsked({ about: one, what })}
            />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            look={passkeys.length > 0 ? 'secondary' : 'primary'}
            disabled={isFull}
            onClick={() => setAdding(true)}
          >
            Add a passkey…
          </Button>
          {isFull && <p className="text-12h text-ink-3">Ten is the most. Remove one first.</p>}
        </div>
      ) : (
        <p className="text-14 text-ink-2">This browser has no passkeys.</p>
      )}
      {asked?.what === 'rename' && <RenamePasskey passkey={asked.about} onClose={close} />}
      {asked?.what === 'remove' && (
        <RemovePasskey passkey={asked.about} email={email} onClose={close} />
      )}
    </>
  )
}

const formatDate = createDateFormat()
const formatWhen = createWhenFormat()

interface RowProps {
  passkey: Passkey
  /** Whether it signs in here. */
  isHere: boolean
  onChoose: (what: 'rename' | 'remove') => void
}

function Row({ passkey, isHere, onChoose }: RowProps) {
  const { name, created_at, last_used_at, is_synced } = passkey
  return (
    <li className="flex min-h-16.75 items-center gap-3 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-2 dark:bg-raised">
        <FingerprintPattern className="size-4" aria-hidden="true" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-0.5">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="text-14 font-semibold wrap-anywhere text-ink">{name}</span>
            {!isHere ? (
              <Badge tone="neutral" icon={Unlink2}>
                Belongs to another address
              </Badge>
            ) : (
              is_synced && (
                <Badge tone="neutral" icon={Cloud}>
                  Synced
                </Badge>
              )
            )}
          </div>
          <p className="text-12h text-ink-3">
            {`Added on ${formatDate(created_at)}.`}
            {!isHere && ' It can’t sign you in here.'}
          </p>
        </div>
        <p className="text-14 text-ink-2 max-sm:text-12h max-sm:text-ink-3 sm:w-52">
          {last_used_at ? (
            <When at={last_used_at}>
              {(now) => `Last used ${inSentence(formatWhen(last_used_at, now), last_used_at)}`}
            </When>
          ) : (
            'Not used yet'
          )}
        </p>
      </div>
      <PasskeyRowMenu name={name} onChoose={onChoose} />
    </li>
  )
}

/** @returns 'today, 14:05', 'yesterday, 09:12' or a day. */
function inSentence(words: string, at: string): string {
  return /^(Today|Yesterday)/.test(words) ? words.toLowerCase() : formatDate(at)
}
