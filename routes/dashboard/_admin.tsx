import { createFileRoute, notFound } from '@tanstack/react-router'
import { MainDashboard } from '../../src/analytics/MainDashboard'

/**
 * The pages that admins alone have: every one that lies in this folder. To members there is no such
 * page, and what they find at any of these addresses is the main dashboard (D7). Thrown before
 * anything loads, so that no loader below has to ask who is there.
 */
export const Route = createFileRoute('/dashboard/_admin')({
  beforeLoad: ({ context }) => {
    if (!context.session.isAdmin) throw notFound()
  },
  staticData: { title: 'Dashboard', navigation: '/main', compactWhenScrolled: true },
  notFoundComponent: () => <MainDashboard />,
})
