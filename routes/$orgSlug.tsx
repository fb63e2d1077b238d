import { createFileRoute, redirect } from '@tanstack/react-router'

/** First segments of routes that need a second one: no organisation's slug. */
const claimed = new Set([
  'invite',
  'reset-password',
  'confirm-address',
  'stop-report',
  'confirm-copy',
])

/** Names by which people look for a screen whose address is another. */
const otherNames = {
  login: '/signin',
  logon: '/signin',
  logout: '/signin',
  'log-out': '/signin',
  signout: '/signin',
  'sign-out': '/signin',
  account: '/signin',
  profile: '/signin',
  password: '/forgot-password',
  'log-in': '/signin',
  'sign-in': '/signin',
  signup: '/register',
  'sign-up': '/register',
} as const
const isOtherName = (name: string): name is keyof typeof otherNames =>
  Object.hasOwn(otherNames, name)

/** One path segment that no other route claims is an organisation's slug (D4). */
export const Route = createFileRoute('/$orgSlug')({
  beforeLoad: ({ context, params }) => {
    if (context.findSession()) throw redirect({ to: '/dashboard' })
    const name = params.orgSlug.toLowerCase()
    if (isOtherName(name)) throw redirect({ to: otherNames[name] })
    if (claimed.has(name)) throw redirect({ to: '/signin' })
    throw redirect({ to: '/orginisation/{-$orgSlug}', params })
  },
})
