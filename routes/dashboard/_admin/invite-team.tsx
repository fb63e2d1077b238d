import { createFileRoute } from '@tanstack/react-router'
import { InviteTeam } from '../../../src/team/InviteTeam'

export const Route = createFileRoute('/dashboard/_admin/invite-team')({
  staticData: { title: 'Invite Team' },
  component: InviteTeam,
})
