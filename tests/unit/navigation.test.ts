import { describe, expect, test } from 'vitest'
import {
  currentNavigation,
  isListed,
  keywordsOf,
  navigationPath,
  visibleNavigation,
} from '../../src/shell/navigation/navigation'

const admin = true
const member = false

describe('the sidebar', () => {
  const listed = (isAdmin: boolean) =>
    visibleNavigation(isAdmin, []).map((entry) => [entry.name, navigationPath(entry)])

  test('lists all five pages for an admin, in order', () => {
    expect(listed(admin)).toEqual([
      ['Dashboard', '/dashboard/main'],
      ['Pricing', '/dashboard/pricing'],
      ['Invite Team', '/dashboard/invite-team'],
      ['Profile', '/dashboard/profile'],
      ['Your Subscribed Plan', '/dashboard/subscription'],
    ])
  })

  test('lists the dashboard and the profile for a member', () => {
    expect(listed(member)).toEqual([
      ['Dashboard', '/dashboard/main'],
      ['Profile', '/dashboard/profile'],
    ])
  })
})

test('an entry of an extension is listed only if the server offers it', () => {
  const [first] = visibleNavigation(admin, [])
  if (!first) throw new Error('There is no entry.')
  const entry = { ...first, extension: 'logout' } as const
  expect(isListed(entry, admin, ['invitation-proof', 'logout'])).toBe(true)
  expect(isListed(entry, admin, ['invitation-proof'])).toBe(false)
  expect(isListed({ ...entry, adminOnly: true }, member, ['logout'])).toBe(false)
})

test.each([
  ['invoice', 'billing-details', 'Your Subscribed Plan'],
  ['receipt', 'billing-details', 'Your Subscribed Plan'],
  ['card', 'billing-details', 'Your Subscribed Plan'],
  ['password', 'account', 'Profile'],
  ['sessions', 'account', 'Profile'],
  ['export', 'account', 'Profile'],
  ['2fa', 'two-factor', 'Profile'],
  ['role', 'team', 'Invite Team'],
] as const)('%s is a word of a page only with %s (D43)', (word, extension, page) => {
  const found = (extensions: readonly (typeof extension)[]) =>
    visibleNavigation(admin, [])
      .filter((entry) => keywordsOf(entry, extensions).includes(word))
      .map(({ name }) => name)
  expect(found([extension])).toEqual([page])
  expect(found([])).toEqual([])
})

describe('the highlighted entry', () => {
  test.each([
    ['/dashboard/main', 'Dashboard'],
    ['/dashboard/pricing', 'Pricing'],
    ['/dashboard/invite-team/', 'Invite Team'],
    ['/Dashboard/Profile', 'Profile'],
    ['/dashboard/subscription', 'Your Subscribed Plan'],
    ['/dashboard/nothing', undefined],
    ['/dashboard/pricing/nothing', undefined],
  ])('of an admin at %s is %s', (pathname, name) => {
    expect(currentNavigation(visibleNavigation(admin, []), pathname, undefined)?.name).toBe(name)
  })

  test('is the one that owns the page if the address is no entry', () => {
    expect(
      currentNavigation(visibleNavigation(admin, []), '/dashboard/default', '/main')?.name,
    ).toBe('Dashboard')
    expect(
      currentNavigation(visibleNavigation(member, []), '/dashboard/pricing', '/main')?.name,
    ).toBe('Dashboard')
  })

  test('follows the requested address before the visible page', () => {
    expect(
      currentNavigation(visibleNavigation(member, []), '/dashboard/profile', '/main')?.name,
    ).toBe('Profile')
  })
})
