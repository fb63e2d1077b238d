import { CreditCard, Search, Wrench } from 'lucide-react'
import type { AuditEntry } from '../../contract/audit-log'
import { settings } from '../settings'
import { Avatar } from '../ui/Avatar'

/** @returns the author's display name. */
export function actorName({ actor }: AuditEntry): string {
  if (actor.kind === 'provider') return 'Payment provider'
  if (actor.kind === 'operator') return 'Operator'
  if (actor.kind === 'orglens') return settings.productName
  return actor.name || actor.email || 'A former member'
}

const signs = { provider: CreditCard, operator: Wrench, orglens: Search }

/** @returns the author's address, unless the name is it: names can pretend to be others, addresses can't. */
export function actorAddress(entry: AuditEntry): string | undefined {
  const { kind, email } = entry.actor
  return kind === 'user' && email !== actorName(entry) ? email : undefined
}

/** The author: people with their initials and address, machines with an icon. */
export function ActorCell({ entry }: { entry: AuditEntry }) {
  const name = actorName(entry)
  const address = actorAddress(entry)
  const { kind, email } = entry.actor
  return (
    <div className="flex items-center gap-3" title={email}>
      {kind === 'user' ? <Avatar name={name} className="size-8 text-12" /> : <Sign of={kind} />}
      <div className="min-w-0 leading-4.5">
        <span dir="auto" className={kind === 'user' ? 'font-semibold text-ink' : undefined}>
          {name}
        </span>
        {address && <div className="text-12h text-ink-3">{address}</div>}
      </div>
    </div>
  )
}

function Sign({ of }: { of: keyof typeof signs }) {
  const Icon = signs[of]
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-control bg-sunken text-ink-2 dark:bg-raised">
      <Icon className="size-4" aria-hidden="true" />
    </span>
  )
}
