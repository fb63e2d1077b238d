import { createFileRoute } from '@tanstack/react-router'
import { NotYetBuilt } from '../../src/ui/NotYetBuilt'

export const Route = createFileRoute('/dashboard/profile')({
  component: () => <NotYetBuilt what="Profile" />,
})
