import { createFileRoute } from '@tanstack/react-router'
import { forgetRefusal, keptInvitation } from '../../src/auth/registration/kept-invitation'
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
  // Read again at each visit, because a finished registration forgets the invitation.
  loader: keptInvitation,
  shouldReload: true,
  staticData: { title: 'Create an account' },
  onLeave: forgetRefusal,
  component: RegisterRoute,
})

function RegisterRoute() {
  const { organization } = Route.useSearch()
  return <Register organization={organization} invitation={Route.useLoaderData()} />
}
