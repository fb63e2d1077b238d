import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins, forAnybody } from './endpoint'
import { messageResponse } from './error'
import { passkeyProofExample, secondFactorProof } from './second-factor-proof'
import { exactUpTo, isoDate, longest, text, textUpTo } from './text'

/* Organisations, members and invitations, and the actions of admins on them. */

/** An id of our own, in a body. */
const id = textUpTo(longest.id)

const member = v.object({
  member_id: v.string(),
  full_name: v.string(),
  email: v.string(),
  is_organization_admin: v.boolean(),
  joined_at: isoDate,
  /** Absent: this deployment does without second factors. */
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
  /** The mail server's reason, for `failed` only. */
  failure: v.nullish(v.string(), null),
  expires_at: isoDate,
})
export type TeamInvitation = v.InferOutput<typeof invitation>

/** Seats: members take them, open invitations reserve them. `limit` null: unlimited. */
const seats = v.object({
  taken: v.number(),
  reserved: v.number(),
  limit: v.nullish(v.number(), null),
})
export type Seats = v.InferOutput<typeof seats>

/** Members by join date; invitations, the newest first. */
const team = v.object({ members: v.array(member), invitations: v.array(invitation), places: seats })
export type Team = v.InferOutput<typeof team>

/** The input of both calls that concern an invitation. */
const invitationRequest = v.object({ invitation_id: id })

export const teamCalls = {
  checkOrganisation: {
    method: 'POST',
    path: '/api/organisation_exist/',
    request: v.object({
      organisation_url: exactUpTo(
        longest.link,
        `A slug or a link may have at most ${longest.link} characters.`,
      ),
    }),
    response: v.object({
      exists: v.boolean(),
      /** Our own server only: the organisation's present slug, if a former one was requested (D136). */
      slug: v.optional(v.string()),
    }),
    ...forAnybody,
  },
  inviteTeamMembers: {
    method: 'POST',
    path: '/api/invite-team-members/',
    /** Any text: the server excludes texts that can't be addresses. */
    request: v.object({ emails: v.array(text) }),
    response: v.object({
      message: v.string(),
      /** Our own server only (D102): how many invitations were sent. */
      invited: v.optional(v.number()),
      /** Our own server only: the entries that were excluded, as they were sent. */
      excluded: v.optional(v.array(v.string())),
    }),
    ...forAdmins,
  },
  openInvitation: {
    method: 'POST',
    path: '/api/invite/',
    request: v.object({ invitation_token: textUpTo(longest.linkToken) }),
    response: v.object({
      origin_name: v.string(),
      /** Our own server only (D45): the invited address, as typed. The token was mailed there. */
      email: v.optional(v.string()),
    }),
    ...forAnybody,
  },
  getTeam: {
    isOurs: true,
    method: 'GET',
    path: '/api/team/',
    request: null,
    response: team,
    ...forAdmins,
  },
  /** Makes a member an admin, or an admin a member. */
  setRole: {
    isOurs: true,
    method: 'POST',
    path: '/api/team/role/',
    request: v.object({
      member_id: id,
      is_organization_admin: v.boolean(),
      ...secondFactorProof,
    }),
    response: null,
    ...forAdmins,
  },
  /** Deletes a member's account. */
  removeMember: {
    isOurs: true,
    method: 'POST',
    path: '/api/team/remove/',
    request: v.object({ member_id: id, ...secondFactorProof }),
    response: null,
    ...forAdmins,
  },
  /** Replaces an invitation's link, and mails it. */
  resendInvitation: {
    isOurs: true,
    method: 'POST',
    path: '/api/team/resend-invitation/',
    request: invitationRequest,
    response: messageResponse,
    ...forAdmins,
  },
  /** Voids an invitation's link. */
  revokeInvitation: {
    isOurs: true,
    method: 'POST',
    path: '/api/team/revoke-invitation/',
    request: invitationRequest,
    response: null,
    ...forAdmins,
  },
} as const satisfies Record<string, Endpoint>

export const teamExamples: Examples<typeof teamCalls> = {
  checkOrganisation: {
    summary: 'Whether an organisation exists',
    request: { organisation_url: 'acme-analytics' },
  },
  inviteTeamMembers: {
    summary: 'Invite by email',
    request: { emails: ['grace@example.com', 'alan@example.com'] },
  },
  openInvitation: {
    summary: 'Open the link of an invitation',
    about: 'a secret',
    refusals: [409],
    request: { invitation_token: 'the token of the link' },
  },
  getTeam: {
    summary: 'Members, invitations and places',
    request: undefined,
    answer: {
      members: [
        {
          member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11',
          full_name: 'Priya Sharma',
          email: 'admin@acme.test',
          is_organization_admin: true,
          joined_at: '2026-01-12T08:00:00.000Z',
          is_self: true,
        },
      ],
      invitations: [
        {
          invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22',
          email: 'grace@example.com',
          invited_by: 'Priya Sharma',
          state: 'sent',
          state_since: '2026-10-12T08:00:00.000Z',
          failure: null,
          expires_at: '2026-10-19T08:00:00.000Z',
        },
      ],
      places: { taken: 1, reserved: 1, limit: 10 },
    },
  },
  setRole: {
    summary: 'Make a member an admin, or an admin a member',
    about: 'an id',
    refusals: [404, 409],
    request: {
      member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11',
      is_organization_admin: true,
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
    },
  },
  removeMember: {
    summary: "Delete a member's account",
    about: 'an id',
    refusals: [404, 409],
    request: {
      member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11',
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
    },
  },
  resendInvitation: {
    summary: 'Send an invitation again',
    about: 'an id',
    refusals: [404, 409],
    request: { invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22' },
  },
  revokeInvitation: {
    summary: "Void an invitation's link",
    about: 'an id',
    refusals: [404],
    request: { invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22' },
  },
}
