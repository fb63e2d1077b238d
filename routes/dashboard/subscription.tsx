import { createFileRoute } from '@tanstack/react-router'
import { NotYetBuilt } from '../../src/ui/NotYetBuilt'

export const Route = createFileRoute('/dashboard/subscription')({
  component: () => <NotYetBuilt what="Your Subscribed Plan" />,
})
