import { createFileRoute } from '@tanstack/react-router'
import { InviteTeam } from '../../src/team/InviteTeam'

export const Route = createFileRoute('/dashboard/invite-team')({
  component: InviteTeam,
})
