import * as v from 'valibot'
import { text } from './text'

export const checkOrganisationRequest = v.object({ organisation_url: text })
export const checkOrganisationResponse = v.object({ exists: v.boolean() })

export const openInvitationRequest = v.object({ invitation_token: text })
export const openInvitationResponse = v.object({ origin_name: v.string() })

export const inviteTeamMembersRequest = v.object({ emails: v.array(text) })
