import { createFileRoute } from '@tanstack/react-router'
import { Register } from '../../src/account/Register'

interface RegisterSearch {
  /** The organisation's name, filled in and locked. */
  organization?: string
}

export const Route = createFileRoute('/_signed-out/register')({
  validateSearch: (search: Record<string, unknown>): RegisterSearch =>
    typeof search.organization === 'string' && search.organization.trim() !== ''
      ? { organization: search.organization }
      : {},
  component: RegisterRoute,
})

function RegisterRoute() {
  const { organization } = Route.useSearch()
  return <Register organization={organization} />
}
