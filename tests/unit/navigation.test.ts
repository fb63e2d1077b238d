import { describe, expect, test } from 'vitest'
import {
  currentNavigation,
  navigationPath,
  visibleNavigation,
} from '../../src/shell/navigation/navigation'

const admin = true
const member = false

describe('what the sidebar lists', () => {
  const listed = (isAdmin: boolean) =>
    visibleNavigation(isAdmin).map((entry) => [entry.name, navigationPath(entry)])

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
    expect(currentNavigation(pathname, undefined, admin)?.name).toBe(name)
  })

  test('where the address is no entry, it is the one that the page goes by', () => {
    expect(currentNavigation('/dashboard/default', '/main', admin)?.name).toBe('Dashboard')
    expect(currentNavigation('/dashboard/pricing', '/main', member)?.name).toBe('Dashboard')
  })

  test('the address that was asked for counts before the page that still shows', () => {
    expect(currentNavigation('/dashboard/profile', '/main', member)?.name).toBe('Profile')
  })
})
