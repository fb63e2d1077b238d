import { createFileRoute } from '@tanstack/react-router'
import { NotYetBuilt } from '../../src/ui/NotYetBuilt'

export const Route = createFileRoute('/dashboard/invite-team')({
  component: () => <NotYetBuilt what="Invite Team" />,
})
