import { HttpResponse, http } from 'msw'
import type { Seats, Team, TeamInvitation, TeamMember } from '../../contract/team'
import { api } from './test-api'

/** Somebody of the team, by their name; an admin where `changes` say so. */
export function teamMember(name: string, changes: Partial<TeamMember> = {}): TeamMember {
  const [first = ''] = name.toLowerCase().split(' ')
  return {
    member_id: `member-${first}`,
    full_name: name,
    email: `${first}@acme.test`,
    is_organization_admin: false,
    joined_at: '2026-03-03T08:00:00.000Z',
    is_self: false,
    ...changes,
  }
}

/** An invitation whose mail has gone out, by its address. */
export function teamInvitation(
  email: string,
  changes: Partial<TeamInvitation> = {},
): TeamInvitation {
  return {
    invitation_id: `invitation-${email.split('@')[0]}`,
    email,
    invited_by: 'Priya Sharma',
    state: 'sent',
    state_since: new Date().toISOString(),
    failure: null,
    expires_at: '2099-01-01T00:00:00.000Z',
    ...changes,
  }
}

/** The caller, another admin, two members, and an invitation in each state. */
export function teamExample(places: Partial<Seats> = {}): Team {
  return {
    members: [
      teamMember('Priya Sharma', { is_organization_admin: true, is_self: true }),
      teamMember('Daniel Osei', { is_organization_admin: true }),
      teamMember('Lukas Brandt'),
      teamMember('Sofia Marquez'),
    ],
    invitations: [
      teamInvitation('wei@acme.test', { state: 'waiting' }),
      teamInvitation('mei@acme.test'),
      teamInvitation('amara@acme.test', { state: 'failed', failure: 'mailbox unavailable' }),
      teamInvitation('lin@acme.test', { state: 'opened' }),
      teamInvitation('jonas@acme.test', {
        state: 'expired',
        state_since: '2026-11-03T09:00:00.000Z',
      }),
    ],
    places: { taken: 4, reserved: 4, limit: 25, ...places },
  }
}

/** From here on the server has this team. @returns what holds it, for another one. */
export function serveTeam(team: Team): { team: Team } {
  const served = { team }
  api.server.use(http.get('*/api/team/', () => HttpResponse.json(served.team)))
  return served
}
