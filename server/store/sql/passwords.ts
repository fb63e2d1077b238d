import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import {
  addresses,
  constraints,
  passwordLinks,
  passwordResets,
  sessions,
  users,
} from '../account-tables'
import { mails } from '../schema'
import type { Store } from '../store'
import {
  insertValues,
  run,
  type SqlDatabase,
  selectValues,
  violatedUniqueConstraint,
} from './database'
import { entrySql, placed } from './events'

type PasswordMethods = Pick<Store, 'savePasswordReset' | 'resetPassword' | 'changePassword'>

/** The methods for setting passwords. */
export function passwordMethods(database: SqlDatabase): PasswordMethods {
  return {
    savePasswordReset: (reset, mail) =>
      run(async () => {
        // The lock makes a change of the address or the password wait for this row, and then void it.
        const kept = database.$with('kept').as(
          database
            .insert(passwordLinks)
            .select(
              sql`${selectValues(passwordLinks, reset)} from ${users} where ${and(
                eq(users.id, reset.userId),
                eq(users.emailKey, reset.emailKey),
              )} for share`,
            )
            .returning({ tokenHash: passwordLinks.tokenHash }),
        )
        await database
          .with(kept)
          .insert(mails)
          .select(sql`${selectValues(mails, mail)} from ${kept}`)
      }),

    resetPassword: (tokenHash, passwordHash, now, notice, entry) =>
      run(async () => {
        const isMeant = (table: typeof passwordLinks | typeof passwordResets) =>
          and(eq(table.tokenHash, tokenHash), gt(table.expiresAt, now))
        const filling = sql`jsonb_build_object(
            'organisation_id', changed.organisation_id, 'actor_id', changed.id,
            'actor_name', changed.full_name, 'actor_email', changed.email,
            'words', lower(changed.full_name || E'\\n' || changed.email)
          ) || case when changed.puts_back is null or changed.puts_back = changed.email_before
            then '{}'::jsonb
            else jsonb_build_object('action', 'address-put-back', 'details',
              jsonb_build_object('from', changed.email_before, 'to', changed.puts_back)) end`
        // A link that restores an address waits for an older one that does too (D66).
        const older = sql`
          select from ${passwordLinks} as used, ${passwordLinks} as other
          where used.token_hash = ${tokenHash} and used.puts_back is not null
            and other.user_id = used.user_id and other.puts_back is not null
            and other.expires_at > ${now.toISOString()}::timestamptz and other.created_at < used.created_at`
        // Locks the user's row first: of two that use links of one user at once, the second waits here, and
        // then finds its link gone.
        const used = database.execute(sql`
          with link as (
            select user_id, email_key, puts_back from ${passwordLinks} where ${isMeant(passwordLinks)}
            union all
            select user_id, email_key, null from ${passwordResets} where ${isMeant(passwordResets)}
          ), owner as (
            select ${users.id}, ${users.email} as email_before, link.email_key, link.puts_back
            from ${users} join link on link.user_id = ${users.id} and (
              link.puts_back is not null or link.email_key is null
                or link.email_key = ${users.emailKey}
            )
            where not exists (${older})
            for update of ${users}
          ), voided as (
            -- A reset leaves alone what takes the account back from whoever has its address now (D66).
            delete from ${passwordLinks} using owner where user_id = owner.id
              and (${passwordLinks.putsBack} is null or owner.puts_back is not null)
            returning token_hash, user_id
          ), voided_before as (
            delete from ${passwordResets} using owner where user_id = owner.id
            returning token_hash, user_id
          ), used as (
            select owner.* from owner join (
              select * from voided union all select * from voided_before
            ) as gone on gone.user_id = owner.id where gone.token_hash = ${tokenHash}
          ), changed as (
            update ${users} set password_hash = ${passwordHash},
              email = coalesce(used.puts_back, ${users.email}),
              email_key = case when used.puts_back is null
                then ${users.emailKey} else used.email_key end
            from used where ${users.id} = used.id
            returning ${users.id}, ${users.organisationId}, ${users.fullName}, ${users.email},
              ${users.emailKey}, used.puts_back, used.email_before
          ), put_back as (
            insert into ${addresses} (email_key, user_id, held_until)
            select email_key, id, null from changed where puts_back is not null
            on conflict (email_key) do update set held_until = null
              where ${addresses.userId} = excluded.user_id
          ), left_behind as (
            delete from ${addresses} using changed where user_id = changed.id
              and changed.puts_back is not null and ${addresses.emailKey} <> changed.email_key
          ), ended as (
            delete from ${sessions} using changed where user_id = changed.id
          )${notice ? sql`, noticed as (${insertValues(mails, notice)} from changed)` : sql``}
          ${entrySql(placed(entry), sql`from changed`, filling)}
          select id, email_key, puts_back from changed
        `) as unknown as Promise<{
          rows: { id: string; email_key: string; puts_back: string | null }[]
        }>
        // A server from before addresses were held lets others have them.
        const answer = await used.catch((error: unknown) => {
          if (violatedUniqueConstraint(error) === constraints.userEmailKey) return null
          throw error
        })
        if (!answer) return { refused: 'email-taken' }
        const [changed] = answer.rows
        if (!changed) {
          const { rows } = (await database.execute(older)) as { rows: unknown[] }
          return rows.length > 0 ? { refused: 'older-link' } : null
        }
        // Rows saved while the statement above waited for the user's row, which it doesn't see.
        const isReset = changed.puts_back === null ? isNull(passwordLinks.putsBack) : undefined
        const links = database
          .$with('links')
          .as(
            database
              .delete(passwordLinks)
              .where(and(eq(passwordLinks.userId, changed.id), isReset)),
          )
        const left = database
          .$with('left')
          .as(
            database
              .delete(addresses)
              .where(
                and(
                  eq(addresses.userId, changed.id),
                  isNull(addresses.heldUntil),
                  ne(addresses.emailKey, changed.email_key),
                ),
              ),
          )
        await database.with(links, left).delete(sessions).where(eq(sessions.userId, changed.id))
        return changed.email_key
      }),

    changePassword: (userId, { from, to }, sessionId, notice, entries) =>
      run(async () => {
        const changed = sql`from changed`
        const isOther = and(eq(sessions.userId, userId), ne(sessions.id, sessionId))
        const isReset = and(eq(passwordLinks.userId, userId), isNull(passwordLinks.putsBack))
        // As when using a link: of two that change it at once, the second waits for the user's row, and
        // then finds another password.
        const { rows } = (await database.execute(sql`
          with owner as (
            select ${users.id} from ${users} join ${sessions} on ${sessions.userId} = ${users.id}
            where ${users.id} = ${userId} and ${users.passwordHash} = ${from}
              and ${sessions.id} = ${sessionId}
            for update of ${users}
          ), changed as (
            update ${users} set password_hash = ${to} from owner where ${users.id} = owner.id
            returning ${users.id}
          ), ended as (delete from ${sessions} using changed where ${isOther}),
          voided as (delete from ${passwordLinks} using changed where ${isReset}),
          voided_before as (
            delete from ${passwordResets} using changed where ${passwordResets.userId} = ${userId}
          ), noticed as (${insertValues(mails, notice)} ${changed})
          ${entrySql(entries, changed)}
          select id from changed
        `)) as unknown as { rows: unknown[] }
        if (rows.length === 0) return false
        // Rows saved while the statement above waited for the user's row, which it doesn't see.
        const voided = database.$with('voided').as(database.delete(passwordLinks).where(isReset))
        await database.with(voided).delete(sessions).where(isOther)
        return true
      }),
  }
}
