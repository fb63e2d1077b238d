import * as v from 'valibot'
import { isoDate, longest, textUpTo } from './text'

/*
 * Extension `team`: who is in an organisation, who is invited, and what its admins may do about it.
 */

/** An id of ours, in a body. */
const id = textUpTo(longest.id)

const member = v.object({
  member_id: v.string(),
  full_name: v.string(),
  email: v.string(),
  is_organization_admin: v.boolean(),
  joined_at: isoDate,
  /** Extension `two-factor`: whether signing in asks them for a code. */
  has_second_factor: v.optional(v.boolean()),
  /** Whether it is who asks. */
  is_self: v.boolean(),
})
export type TeamMember = v.InferOutput<typeof member>

/**
 * What became of an invitation's mail. `waiting`: it is in the outbox. `sent`: the mail server took it.
 * `failed`: it won't be delivered. `opened`: its link was opened. `expired`: nobody can use it any more.
 */
export const invitationStates = ['waiting', 'sent', 'failed', 'opened', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

const invitation = v.object({
  invitation_id: v.string(),
  /** As it was typed. */
  email: v.string(),
  /** The name of whoever invited; null: it isn't known. */
  invited_by: v.nullish(v.string(), null),
  state: v.picklist(invitationStates),
  state_since: isoDate,
  /** Why the mail failed, in the mail server's words; only of `failed` ones. */
  failure: v.nullish(v.string(), null),
  expires_at: isoDate,
})
export type TeamInvitation = v.InferOutput<typeof invitation>

/** Members take places, open invitations reserve them; `limit` null: as many as they like. */
const places = v.object({
  taken: v.number(),
  reserved: v.number(),
  limit: v.nullish(v.number(), null),
})
export type Places = v.InferOutput<typeof places>

/** Members in the order in which they joined; invitations, the one made last first. */
export const teamResponse = v.object({
  members: v.array(member),
  invitations: v.array(invitation),
  places,
})
export type Team = v.InferOutput<typeof teamResponse>

export const setRoleRequest = v.object({ member_id: id, is_organization_admin: v.boolean() })
export const removeMemberRequest = v.object({ member_id: id })
/** Extension `two-factor`. */
export const resetTwoFactorRequest = v.object({ member_id: id })
/** Of both calls that are about an invitation. */
export const invitationRequest = v.object({ invitation_id: id })
