import { createFileRoute, redirect } from '@tanstack/react-router'

/** First segments of routes that need a second one: no organisation's slug. */
const claimed = new Set([
  'invite',
  'reset-password',
  'confirm-address',
  'stop-report',
  'confirm-copy',
])

/** One path segment that no other route claims is an organisation's slug (D4). */
export const Route = createFileRoute('/$orgSlug')({
  beforeLoad: ({ context, params }) => {
    if (context.findSession()) throw redirect({ to: '/dashboard', replace: true })
    if (claimed.has(params.orgSlug.toLowerCase())) throw redirect({ to: '/signin', replace: true })
    throw redirect({ to: '/orginisation/{-$orgSlug}', params, replace: true })
  },
})
