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

const paths = {
  role: 'role',
  remove: 'remove',
  resetSecondFactor: 'reset-two-factor',
  resend: 'resend-invitation',
  revoke: 'revoke-invitation',
} as const

/**
 * From here on the server has this team, applies changes, and answers the new state.
 * @returns the current team, the received calls, and a way to refuse the next change.
 */
export function serveTeam(team: Team) {
  const served = {
    team,
    sent: [] as [call: keyof typeof paths, body: unknown][],
    refusal: null as Response | null,
  }
  const changed = (id: unknown, changes: Partial<TeamMember>) => ({
    members: served.team.members.map((member) =>
      member.member_id === id ? { ...member, ...changes } : member,
    ),
  })
  const changes: Record<keyof typeof paths, (body: Record<string, unknown>) => Partial<Team>> = {
    role: ({ member_id, is_organization_admin }) =>
      changed(member_id, { is_organization_admin: is_organization_admin === true }),
    remove: ({ member_id }) => ({
      members: served.team.members.filter((member) => member.member_id !== member_id),
    }),
    resetSecondFactor: ({ member_id }) => changed(member_id, { has_second_factor: false }),
    resend: ({ invitation_id }) => ({
      invitations: served.team.invitations.map((one) =>
        one.invitation_id === invitation_id
          ? { ...one, state: 'waiting' as const, failure: null }
          : one,
      ),
    }),
    revoke: ({ invitation_id }) => ({
      invitations: served.team.invitations.filter((one) => one.invitation_id !== invitation_id),
    }),
  }
  api.server.use(
    http.get('*/api/team/', () => HttpResponse.json(served.team)),
    ...(Object.keys(paths) as (keyof typeof paths)[]).map((call) =>
      http.post(`*/api/team/${paths[call]}/`, async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>
        served.sent.push([call, body])
        if (served.refusal) return served.refusal
        served.team = { ...served.team, ...changes[call](body) }
        return call === 'resend'
          ? HttpResponse.json({ message: 'The invitation is sent again.' })
          : new HttpResponse(null, { status: 204 })
      }),
    ),
  )
  return served
}
