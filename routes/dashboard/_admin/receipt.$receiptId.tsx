import { createFileRoute, notFound } from '@tanstack/react-router'
import { ReceiptPage } from '../../../src/billing/receipts/ReceiptPage'
import { settings } from '../../../src/settings'
import { NotFoundScreen } from '../../../src/shell/ErrorScreen'

export const Route = createFileRoute('/dashboard/_admin/receipt/$receiptId')({
  beforeLoad: () => {
    if (!settings.isOurServer) throw notFound()
  },
  validateSearch: ({ document }: Record<string, unknown>): { document?: string | undefined } => ({
    // The number of a document, which has at most 40 characters.
    document: typeof document === 'string' && document.length <= 40 ? document : undefined,
  }),
  staticData: { title: 'Receipt', navigation: '/subscription' },
  component: Receipt,
  notFoundComponent: NotFoundScreen,
})

function Receipt() {
  const { receiptId } = Route.useParams()
  return <ReceiptPage receiptId={receiptId} number={Route.useSearch().document} />
}
