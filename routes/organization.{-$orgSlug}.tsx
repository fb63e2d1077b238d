import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects the usual spelling to the specification's (D2). */
export const Route = createFileRoute('/organization/{-$orgSlug}')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/orginisation/{-$orgSlug}', params })
  },
})
