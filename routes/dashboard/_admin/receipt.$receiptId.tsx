import { createFileRoute, notFound } from '@tanstack/react-router'
import { ReceiptPage } from '../../../src/billing/receipts/ReceiptPage'
import { settings } from '../../../src/settings'
import { NotFoundScreen } from '../../../src/shell/ErrorScreen'

export const Route = createFileRoute('/dashboard/_admin/receipt/$receiptId')({
  beforeLoad: () => {
    if (!settings.isOurServer) throw notFound()
  },
  staticData: { title: 'Receipt', navigation: '/subscription' },
  component: Receipt,
  notFoundComponent: NotFoundScreen,
})

function Receipt() {
  return <ReceiptPage receiptId={Route.useParams().receiptId} />
}
