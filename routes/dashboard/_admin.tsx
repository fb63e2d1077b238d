import { createFileRoute, notFound } from '@tanstack/react-router'
import { MainDashboard } from '../../src/analytics/MainDashboard'

/**
 * The guard of the pages in this folder, which are for admins only. At these addresses members find the main
 * dashboard (D7). It throws before anything loads, so no loader below checks the role.
 */
export const Route = createFileRoute('/dashboard/_admin')({
  beforeLoad: ({ context }) => {
    if (!context.session.isAdmin) throw notFound()
  },
  staticData: { title: 'Dashboard', navigation: '/main', compactWhenScrolled: true },
  notFoundComponent: () => <MainDashboard />,
})
