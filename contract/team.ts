import * as v from 'valibot'
import { isoDate, longest, oneTimeCode, textUpTo } from './text'

/*
 * Extension `team`: an organisation's members and invitations, and the actions of its admins.
 */

/** One of our ids, in a body. */
const id = textUpTo(longest.id)

const member = v.object({
  member_id: v.string(),
  full_name: v.string(),
  email: v.string(),
  is_organization_admin: v.boolean(),
  joined_at: isoDate,
  /** Extension `two-factor`: whether they have a second factor. */
  has_second_factor: v.optional(v.boolean()),
  /** Whether it is the caller. */
  is_self: v.boolean(),
})
export type TeamMember = v.InferOutput<typeof member>

/**
 * The state of an invitation's mail. `waiting`: in the outbox. `sent`: accepted by the mail server.
 * `failed`: it won't be delivered. `opened`: its link was opened. `expired`: it can't be used any more.
 */
export const invitationStates = ['waiting', 'sent', 'failed', 'opened', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

const invitation = v.object({
  invitation_id: v.string(),
  /** As typed. */
  email: v.string(),
  /** The inviter's name; null: unknown. */
  invited_by: v.nullish(v.string(), null),
  state: v.picklist(invitationStates),
  state_since: isoDate,
  /** The mail server's reason; only of `failed` ones. */
  failure: v.nullish(v.string(), null),
  expires_at: isoDate,
})
export type TeamInvitation = v.InferOutput<typeof invitation>

/** Members take places, open invitations reserve them; `limit` null: unlimited. */
const places = v.object({
  taken: v.number(),
  reserved: v.number(),
  limit: v.nullish(v.number(), null),
})
export type Places = v.InferOutput<typeof places>

/** Members by join date; invitations, the newest first. */
export const teamResponse = v.object({
  members: v.array(member),
  invitations: v.array(invitation),
  places,
})
export type Team = v.InferOutput<typeof teamResponse>

export const setRoleRequest = v.object({
  member_id: id,
  is_organization_admin: v.boolean(),
  one_time_code: oneTimeCode,
})
export const removeMemberRequest = v.object({ member_id: id, one_time_code: oneTimeCode })
/** Extension `two-factor`. */
export const resetTwoFactorRequest = v.object({ member_id: id, one_time_code: oneTimeCode })
/** The input of both calls that concern an invitation. */
export const invitationRequest = v.object({ invitation_id: id })
