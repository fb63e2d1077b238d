import * as v from 'valibot'
import { longest, text, textUpTo } from './text'

export const checkOrganisationRequest = v.object({
  organisation_url: textUpTo(
    longest.link,
    `A slug or a link may have at most ${longest.link} characters.`,
  ),
})
export const checkOrganisationResponse = v.object({ exists: v.boolean() })

export const openInvitationRequest = v.object({
  invitation_token: textUpTo(longest.linkToken),
})
export const openInvitationResponse = v.object({
  origin_name: v.string(),
  /** Extension `invitation-proof` (D45): the invited address, as typed; whoever has the token got it there. */
  email: v.optional(v.string()),
})

/** Any text: the server excludes texts that can't be addresses. */
export const inviteTeamMembersRequest = v.object({ emails: v.array(text) })
export const inviteTeamMembersResponse = v.object({
  message: v.string(),
  /** Extension `team` (D87): how many invitations were sent. */
  invited: v.optional(v.number()),
  /** The same (D102): the entries that were excluded, as they were sent. */
  excluded: v.optional(v.array(v.string())),
})
