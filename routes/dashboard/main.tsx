import { createFileRoute } from '@tanstack/react-router'
import { MainDashboard } from '../../src/analytics/MainDashboard'

export const Route = createFileRoute('/dashboard/main')({
  staticData: { title: 'Dashboard', compactWhenScrolled: true },
  component: MainDashboard,
})
