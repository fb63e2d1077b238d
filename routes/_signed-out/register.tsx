import { createFileRoute, useLocation } from '@tanstack/react-router'
import { Register } from '../../src/auth/registration/Register'

interface RegisterSearch {
  /** The organisation's name, filled in and locked. */
  organization?: string | undefined
}

export const Route = createFileRoute('/_signed-out/register')({
  // Named even if undefined: the router fills in omitted names from the address.
  validateSearch: ({ organization }: Record<string, unknown>): RegisterSearch => ({
    organization:
      typeof organization === 'string' && organization.trim() !== '' ? organization : undefined,
  }),
  staticData: { title: 'Create an account' },
  component: RegisterRoute,
})

function RegisterRoute() {
  const { organization } = Route.useSearch()
  const invitation = useLocation({ select: ({ state }) => state.invitation })
  return <Register organization={organization} invitation={invitation} />
}
