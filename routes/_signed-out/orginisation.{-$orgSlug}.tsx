import { createFileRoute } from '@tanstack/react-router'
import { OrganisationSignIn } from '../../src/auth/OrganisationSignIn'
import { organisationExistsQuery } from '../../src/auth/queries'

export const Route = createFileRoute('/_signed-out/orginisation/{-$orgSlug}')({
  loader: ({ context, params }) => {
    if (params.orgSlug) {
      void context.queryClient.prefetchQuery(organisationExistsQuery(params.orgSlug))
    }
  },
  staticData: { title: 'Your organisation' },
  component: OrganisationRoute,
})

function OrganisationRoute() {
  return <OrganisationSignIn slug={Route.useParams().orgSlug} />
}
