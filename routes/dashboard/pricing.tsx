import { createFileRoute } from '@tanstack/react-router'
import { NotYetBuilt } from '../../src/ui/NotYetBuilt'

export const Route = createFileRoute('/dashboard/pricing')({
  component: () => <NotYetBuilt what="Pricing" />,
})
