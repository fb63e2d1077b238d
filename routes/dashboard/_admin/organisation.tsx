import { createFileRoute, notFound } from '@tanstack/react-router'
import { buyerQuery } from '../../../src/billing/queries'
import { Organisation } from '../../../src/organisation/Organisation'
import { organisationQuery } from '../../../src/organisation/queries'
import { settings } from '../../../src/settings'
import { NotFoundScreen } from '../../../src/shell/ErrorScreen'

export const Route = createFileRoute('/dashboard/_admin/organisation')({
  beforeLoad: () => {
    if (!settings.isOurServer) throw notFound()
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(organisationQuery)
    void queryClient.prefetchQuery(buyerQuery)
  },
  staticData: { title: 'Organisation' },
  component: Organisation,
  notFoundComponent: NotFoundScreen,
})
