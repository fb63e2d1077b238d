import { lte, notInArray, type SQL, sql } from 'drizzle-orm'
import { addresses, passwordLinks, passwordResets } from '../account-tables'
import { mails } from '../schema'
import type { AddressMove } from '../store'
import { type SqlDatabase, selectValues } from './database'

/**
 * @param userId the new owner. @param from a source with one row if they may have it; absent: they may.
 * @returns the part of a statement that gives an address to a user: it returns a row unless the
 * address belongs to somebody else, or is held for them (D66).
 */
export function claimAddress(
  database: SqlDatabase,
  emailKey: string,
  userId: SQL,
  now: Date,
  from: SQL = sql``,
) {
  return database.$with('taken').as(
    database
      .insert(addresses)
      .select(sql`select ${emailKey}::text, ${userId}::text, null::timestamptz ${from}`)
      .onConflictDoUpdate({
        target: addresses.emailKey,
        set: { userId: sql`excluded.user_id`, heldUntil: null },
        setWhere: sql`${addresses.userId} = excluded.user_id or ${lte(addresses.heldUntil, now)}`,
      })
      .returning({ userId: addresses.userId }),
  )
}

/**
 * @param emailKey the new address's key.
 * @returns the side effects of a changed address, as parts of a statement to follow the part named
 * `updated`, which has a row if the address changed.
 */
export function addressMoveParts(database: SqlDatabase, emailKey: string, move: AddressMove) {
  const { links, notice } = move
  /** Each address once: two may differ in parts that don't count for the key. */
  const held = new Map(
    links.filter((link) => link.emailKey !== emailKey).map((link) => [link.emailKey, link]),
  )
  const part = (name: string, statement: SQL) => database.$with(name, {}).as(statement)
  const parts = [
    database
      .$with('kept_notice')
      .as(database.insert(mails).select(sql`${selectValues(mails, notice)} from updated`)),
    // All other links are void: resets went to the old address (D64).
    part(
      'voided',
      sql`delete from ${passwordLinks} using updated
        where user_id = updated.id and ${notInArray(
          passwordLinks.tokenHash,
          links.map(({ tokenHash }) => tokenHash),
        )}`,
    ),
    part(
      'voided_before',
      sql`delete from ${passwordResets} using updated where user_id = updated.id`,
    ),
    part(
      'left_behind',
      sql`delete from ${addresses} using updated where user_id = updated.id
        and ${notInArray(addresses.emailKey, [emailKey, ...held.keys()])}`,
    ),
  ]
  for (const [index, link] of links.entries()) {
    parts.push(
      database.$with(`kept_link_${index}`).as(
        database
          .insert(passwordLinks)
          .select(sql`${selectValues(passwordLinks, link)} from updated`)
          .onConflictDoNothing({ target: passwordLinks.tokenHash }),
      ),
    )
  }
  for (const [index, [key, link]] of [...held].entries()) {
    const row = { emailKey: key, userId: link.userId, heldUntil: link.expiresAt }
    parts.push(
      database.$with(`held_${index}`).as(
        database
          .insert(addresses)
          .select(sql`${selectValues(addresses, row)} from updated`)
          .onConflictDoUpdate({
            target: addresses.emailKey,
            set: { heldUntil: sql`excluded.held_until` },
            setWhere: sql`${addresses.userId} = excluded.user_id`,
          }),
      ),
    )
  }
  return parts
}
