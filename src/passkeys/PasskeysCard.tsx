import { Cloud, Ellipsis, FingerprintPattern, Unlink2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ResponseOf } from '../../contract/calls'
import { mostPasskeys } from '../../contract/passkeys'
import { createDateFormat } from '../lib/format'
import { createWhenFormat } from '../lib/format-when'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { useFetchedProfile } from '../profile/queries'
import { Tile } from '../ui/Avatar'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { iconButtonClasses } from '../ui/button-classes'
import { Card } from '../ui/Card'
import { firstFieldIn, useFocusInBox } from '../ui/focus'
import { MenuButton } from '../ui/menu/MenuButton'
import { QueryView } from '../ui/QueryView'
import { Skeleton } from '../ui/Skeleton'
import { When } from '../ui/When'
import { AddPasskey } from './AddPasskey'
import { canUsePasskeys } from './browser'
import { PasskeyDialog } from './PasskeyDialog'
import { type Passkey, passkeysQuery } from './queries'

const importMenu = () => import('./PasskeyMenu').then((module) => module.PasskeyMenu)

export default function PasskeysCard() {
  const passkeys = useRetryableQuery(passkeysQuery)
  const { data } = passkeys
  const { email, full_name } = useFetchedProfile() ?? {}
  useEffect(() => {
    if (data) signalPasskeys(data, email && full_name ? { email, full_name } : undefined)
  }, [data, email, full_name])

  return (
    <Card
      title="Passkeys"
      text="Sign in with your fingerprint, face or screen lock. A passkey can’t be guessed, and you can’t be tricked into giving it away."
    >
      <QueryView
        query={passkeys}
        loading={<Skeleton className="h-(--control) w-36 rounded-control" />}
        failure="Your passkeys could not be loaded"
        frame={(failure) => failure}
      >
        {(list) => <Content {...list} />}
      </QueryView>
    </Card>
  )
}

function Content({ passkeys, domain }: { passkeys: Passkey[]; domain: string }) {
  const [isAdding, setAdding] = useState(false)
  const [dialog, openDialog] = useState<{ passkey: Passkey; what: 'rename' | 'remove' } | null>(
    null,
  )
  const box = useFocusInBox(firstFieldIn)
  const isFull = passkeys.length >= mostPasskeys

  if (isAdding) {
    return (
      <div {...box}>
        <AddPasskey onClose={() => setAdding(false)} />
      </div>
    )
  }
  return (
    <div {...box}>
      {passkeys.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-y border-line">
          {passkeys.map((one, index) => (
            <Row
              key={one.passkey_id}
              passkey={one}
              index={index}
              isHere={one.domain === domain}
              onChoose={(what) => openDialog({ passkey: one, what })}
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
          {isFull && (
            <p className="text-12h text-ink-3">
              You can have up to ten passkeys. Remove one first.
            </p>
          )}
        </div>
      ) : (
        <p className="text-14 text-ink-2">This browser doesn’t support passkeys.</p>
      )}
      {dialog && <PasskeyDialog {...dialog} onClose={() => openDialog(null)} />}
    </div>
  )
}

const formatDate = createDateFormat()
const formatWhen = createWhenFormat()

interface RowProps {
  passkey: Passkey
  index: number
  /** Whether the passkey works at this site's domain. */
  isHere: boolean
  onChoose: (what: 'rename' | 'remove') => void
}

function Row({ passkey, index, isHere, onChoose }: RowProps) {
  const { name, created_at, last_used_at, is_synced } = passkey
  return (
    <li data-index={index} className="flex min-h-16.75 items-center gap-3 py-3">
      <Tile icon={FingerprintPattern} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-0.5">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="text-14 font-semibold wrap-anywhere text-ink">{name}</span>
            {(!isHere || is_synced) && (
              <Badge tone="neutral" icon={isHere ? Cloud : Unlink2}>
                {isHere ? 'Synced' : 'For another site address'}
              </Badge>
            )}
          </div>
          <p className="text-12h text-ink-3">
            {`Added on ${formatDate(created_at)}.${isHere ? '' : ' It can’t sign you in here.'}`}
          </p>
        </div>
        <p className="text-14 text-ink-2 max-sm:text-12h max-sm:text-ink-3 sm:w-52">
          {last_used_at ? (
            <When at={last_used_at}>
              {(now) => `Last used ${inSentence(formatWhen(last_used_at, now), last_used_at)}.`}
            </When>
          ) : (
            'Not used yet.'
          )}
        </p>
      </div>
      <MenuButton
        label={`Actions for ${name}`}
        importMenu={importMenu}
        menu={(Menu, wiring) => <Menu {...wiring} onChoose={onChoose} />}
        className={iconButtonClasses('quiet')}
      >
        <Ellipsis className="size-[18px]" />
      </MenuButton>
    </li>
  )
}

/** @returns 'today, 2:05 PM', 'yesterday, 09:12' or a day. */
function inSentence(words: string, at: string): string {
  return /^(Today|Yesterday)/.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : formatDate(at)
}

/** Ignores errors: a browser may not support the signals. */
const ignoreError = () => {}

/**
 * Signals to the browser, if it supports that, which passkeys a user has and what the user is called, so that it offers
 * only passkeys that work (Web Authentication 3, 5.1.10).
 */
function signalPasskeys(
  { domain: rpId, user_handle: userId, passkeys }: ResponseOf<'getPasskeys'>,
  user: { email: string; full_name: string } | undefined,
): void {
  if (!('PublicKeyCredential' in window)) return
  const allAcceptedCredentialIds = passkeys
    .filter(({ domain }) => domain === rpId)
    .map(({ credential_id }) => credential_id)
  const all = { rpId, userId, allAcceptedCredentialIds }
  PublicKeyCredential.signalAllAcceptedCredentials?.(all).catch(ignoreError)
  if (!user) return
  const details = { rpId, userId, name: user.email, displayName: user.full_name }
  PublicKeyCredential.signalCurrentUserDetails?.(details).catch(ignoreError)
}
