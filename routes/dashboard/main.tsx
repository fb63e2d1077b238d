import { createFileRoute } from '@tanstack/react-router'
import { MainDashboard } from '../../src/analytics/MainDashboard'

export const Route = createFileRoute('/dashboard/main')({
  // Which ones there are, the profile tells.
  validateSearch: ({ dashboard }: Record<string, unknown>): { dashboard?: string | undefined } => ({
    dashboard: typeof dashboard === 'string' ? dashboard : undefined,
  }),
  staticData: { title: 'Dashboard', compactWhenScrolled: true },
  component: MainDashboard,
})
