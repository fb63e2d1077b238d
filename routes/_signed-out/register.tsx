import { createFileRoute, useLocation } from '@tanstack/react-router'
import { Register } from '../../src/auth/registration/Register'

export const Route = createFileRoute('/_signed-out/register')({
  // The organisation's name, filled in and locked.
  // Named even if undefined: the router fills in omitted names from the address.
  validateSearch: ({
    organization,
  }: Record<string, unknown>): { organization?: string | undefined } => ({
    organization:
      typeof organization === 'string' && organization.trim() !== '' ? organization : undefined,
  }),
  staticData: { title: 'Create an account' },
  component: RegisterRoute,
})

function RegisterRoute() {
  const { organization } = Route.useSearch()
  const refused = useLocation({ select: ({ state }) => state.refusedInvitation })
  return <Register organization={organization} refused={refused} />
}
