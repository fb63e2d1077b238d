import { Cloud, Ellipsis, FingerprintPattern, Plus, Unlink2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ResponseOf } from '../../contract/calls'
import { mostPasskeys } from '../../contract/passkeys'
import { formatDate } from '../lib/format'
import { formatWhen } from '../lib/format-when'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { useFetchedProfile } from '../profile/queries'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { iconButtonClasses } from '../ui/button-classes'
import { Card } from '../ui/Card'
import { CardFoot } from '../ui/cards/CardFoot'
import { LoadingRow, Row, Rows } from '../ui/cards/Row'
import { Section } from '../ui/cards/Section'
import { firstFieldIn, useFocusInBox } from '../ui/focus'
import { MenuButton } from '../ui/menu/MenuButton'
import { QueryView } from '../ui/QueryView'
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
    <Section
      id="passkeys"
      title="Passkeys"
      text="Sign in with your fingerprint, face or screen lock. A passkey can’t be guessed, and you can’t be tricked into giving it away."
    >
      <QueryView
        query={passkeys}
        loading={<LoadingRow hasFoot>Loading your passkeys…</LoadingRow>}
        failure="Your passkeys could not be loaded"
      >
        {(list) => <Content {...list} />}
      </QueryView>
    </Section>
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
        <Card>
          <AddPasskey onClose={() => setAdding(false)} />
        </Card>
      </div>
    )
  }
  return (
    <div {...box}>
      <Card isFlush>
        <Rows>
          {passkeys.length === 0 && (
            <Row
              icon={FingerprintPattern}
              title="No passkeys yet"
              text="Add one for each device that you sign in with."
            />
          )}
          {passkeys.map((one, index) => (
            <PasskeyRow
              key={one.passkey_id}
              passkey={one}
              index={index}
              isHere={one.domain === domain}
              onChoose={(what) => openDialog({ passkey: one, what })}
            />
          ))}
        </Rows>
        <CardFoot
          hint={
            !canUsePasskeys()
              ? 'This browser doesn’t support passkeys.'
              : isFull
                ? 'You can have up to ten. Remove one first.'
                : `${passkeys.length} of ${mostPasskeys} passkeys`
          }
        >
          {canUsePasskeys() && (
            <Button look="secondary" aria-disabled={isFull} onClick={() => setAdding(true)}>
              <Plus className="size-4" />
              <span>Add a passkey…</span>
            </Button>
          )}
        </CardFoot>
      </Card>
      {dialog && <PasskeyDialog {...dialog} onClose={() => openDialog(null)} />}
    </div>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  index: number
  /** Whether the passkey works at this site's domain. */
  isHere: boolean
  onChoose: (what: 'rename' | 'remove') => void
}

function PasskeyRow({ passkey, index, isHere, onChoose }: PasskeyRowProps) {
  const { name, created_at, last_used_at, is_synced } = passkey
  return (
    <Row
      icon={FingerprintPattern}
      title={name}
      badge={
        (!isHere || is_synced) && (
          <Badge tone="neutral" icon={isHere ? Cloud : Unlink2}>
            {isHere ? 'Synced' : 'For another site address'}
          </Badge>
        )
      }
      text={
        isHere
          ? `Added on ${formatDate(created_at)}`
          : `Added on ${formatDate(created_at)}. It can’t sign you in here.`
      }
      side={
        last_used_at ? (
          <When at={last_used_at}>
            {(now) => `Last used ${inSentence(formatWhen(last_used_at, now), last_used_at)}`}
          </When>
        ) : (
          'Not used yet'
        )
      }
      index={index}
    >
      <MenuButton
        label={`Actions for ${name}`}
        importMenu={importMenu}
        menu={(Menu, wiring) => <Menu {...wiring} onChoose={onChoose} />}
        className={iconButtonClasses('row')}
      >
        <Ellipsis className="size-[18px]" />
      </MenuButton>
    </Row>
  )
}

/** @returns 'today, 2:05 PM', 'yesterday, 09:12' or a day. */
function inSentence(words: string, at: string): string {
  return /^(Today|Yesterday)/.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : formatDate(at)
}

/**
 * Signals to the browser, if it supports that, which passkeys a user has and what the user is called, so that it offers
 * only passkeys that work (Web Authentication 3, 5.1.10). Ignores errors: a browser may not support the signals.
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
  PublicKeyCredential.signalAllAcceptedCredentials?.(all).catch(() => {})
  if (!user) return
  const details = { rpId, userId, name: user.email, displayName: user.full_name }
  PublicKeyCredential.signalCurrentUserDetails?.(details).catch(() => {})
}
