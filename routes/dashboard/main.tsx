import { createFileRoute } from '@tanstack/react-router'
import { MainDashboard } from '../../src/analytics/MainDashboard'

export const Route = createFileRoute('/dashboard/main')({
  // The id of the dashboard to show, one of the profile's.
  validateSearch: ({ dashboard }: Record<string, unknown>): { dashboard?: string | undefined } => ({
    dashboard: typeof dashboard === 'string' ? dashboard : undefined,
  }),
  staticData: { title: 'Dashboard', compactWhenScrolled: true },
  component: MainDashboard,
})
