import { lte, notInArray, type SQL, sql } from 'drizzle-orm'
import { addresses, passwordLinks, passwordResets } from '../account-tables'
import { mails } from '../schema'
import type { AddressMove } from '../store'
import { type SqlDatabase, selectValues } from './database'

/**
 * @param userId who takes it, and `from` what answers with a row where they may; nothing: they may.
 * @returns the part of a statement that makes an address a user's: it answers with a row unless the
 *   address is somebody else's, or held for them (D66).
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
 * @param emailKey the new address's.
 * @returns the parts of a statement that do what comes with a changed address, after the one named
 *   `updated`, which has a row if it was changed.
 */
export function addressMoveParts(database: SqlDatabase, emailKey: string, move: AddressMove) {
  const { links, notice } = move
  /** Each of them once: two addresses may differ in what is no part of their key. */
  const held = new Map(
    links.filter((link) => link.emailKey !== emailKey).map((link) => [link.emailKey, link]),
  )
  const part = (name: string, statement: SQL) => database.$with(name, {}).as(statement)
  const parts = [
    database
      .$with('kept_notice')
      .as(database.insert(mails).select(sql`${selectValues(mails, notice)} from updated`)),
    // Every other link is void: resets went to the old address (D64).
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
