import { describe, expect, test } from 'vitest'
import {
  currentNavigation,
  isListed,
  navigationPath,
  visibleNavigation,
} from '../../src/shell/navigation/navigation'

const admin = true
const member = false

describe('what the sidebar lists', () => {
  const listed = (isAdmin: boolean) =>
    visibleNavigation(isAdmin, []).map((entry) => [entry.name, navigationPath(entry)])

  test('an admin finds all five pages, in order', () => {
    expect(listed(admin)).toEqual([
      ['Dashboard', '/dashboard/main'],
      ['Pricing', '/dashboard/pricing'],
      ['Invite Team', '/dashboard/invite-team'],
      ['Profile', '/dashboard/profile'],
      ['Your Subscribed Plan', '/dashboard/subscription'],
    ])
  })

  test('a member finds the dashboard and the profile', () => {
    expect(listed(member)).toEqual([
      ['Dashboard', '/dashboard/main'],
      ['Profile', '/dashboard/profile'],
    ])
  })
})

test('an entry that needs an extension is listed only where the server offers it', () => {
  const [first] = visibleNavigation(admin, [])
  if (!first) throw new Error('There is no entry.')
  const entry = { ...first, extension: 'logout' } as const
  expect(isListed(entry, admin, ['invitation-proof', 'logout'])).toBe(true)
  expect(isListed(entry, admin, ['invitation-proof'])).toBe(false)
  expect(isListed({ ...entry, adminOnly: true }, member, ['logout'])).toBe(false)
})

describe('which entry is highlighted', () => {
  test.each([
    ['/dashboard/main', 'Dashboard'],
    ['/dashboard/pricing', 'Pricing'],
    ['/dashboard/invite-team/', 'Invite Team'],
    ['/Dashboard/Profile', 'Profile'],
    ['/dashboard/subscription', 'Your Subscribed Plan'],
    ['/dashboard/nothing', undefined],
    ['/dashboard/pricing/nothing', undefined],
  ])('for an admin at %s it is %s', (pathname, name) => {
    expect(currentNavigation(visibleNavigation(admin, []), pathname, undefined)?.name).toBe(name)
  })

  test('where the address is no entry, it is the one that the page goes by', () => {
    expect(
      currentNavigation(visibleNavigation(admin, []), '/dashboard/default', '/main')?.name,
    ).toBe('Dashboard')
    expect(
      currentNavigation(visibleNavigation(member, []), '/dashboard/pricing', '/main')?.name,
    ).toBe('Dashboard')
  })

  test('the address that was asked for counts before the page that still shows', () => {
    expect(
      currentNavigation(visibleNavigation(member, []), '/dashboard/profile', '/main')?.name,
    ).toBe('Profile')
  })
})
