import { createFileRoute } from '@tanstack/react-router'
import { MainDashboard } from '../../src/analytics/MainDashboard'
import { useTheme } from '../../src/ui/theme'

export const Route = createFileRoute('/dashboard/main')({
  component: MainDashboardRoute,
})

function MainDashboardRoute() {
  return <MainDashboard theme={useTheme()} />
}
