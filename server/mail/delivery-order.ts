import type { Mail } from '../store/outgoing-mail'

/** The order in which mails are delivered: those without a turn first, then by turn. */
export function byDeliveryOrder(one: Mail, other: Mail): number {
  return (
    Number(one.turnAt ?? 0) - Number(other.turnAt ?? 0) ||
    one.createdAt.getTime() - other.createdAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  )
}
