import { createFileRoute, notFound } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AuditLog } from '../../../src/audit/AuditLog'
import { type AuditFilter, auditFilter, auditQuery } from '../../../src/audit/queries'
import { settings } from '../../../src/settings'
import { NotFoundScreen } from '../../../src/shell/ErrorScreen'

export const Route = createFileRoute('/dashboard/_admin/audit-log')({
  beforeLoad: () => {
    if (!settings.isOurServer) throw notFound()
  },
  validateSearch: auditFilter,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(auditQuery(deps)),
  staticData: { title: 'Audit Log' },
  component: AuditLogPage,
  notFoundComponent: NotFoundScreen,
})

function AuditLogPage() {
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = useCallback(
    (changes: AuditFilter) =>
      void navigate({
        search: (before) => ({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return <AuditLog filter={filter} onFilter={change} />
}
