import { describe, expect, test } from 'vitest'
import {
  currentNavigation,
  isMainDashboard,
  navigationPath,
  pageTitle,
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

describe('which page is highlighted', () => {
  test.each([
    ['/dashboard/main', 'Dashboard'],
    ['/dashboard/default', 'Dashboard'],
    ['/dashboard/pricing', 'Pricing'],
    ['/dashboard/invite-team/', 'Invite Team'],
    ['/Dashboard/Profile', 'Profile'],
    ['/dashboard/subscription', 'Your Subscribed Plan'],
    ['/dashboard/nothing', undefined],
    ['/dashboard/pricing/nothing', undefined],
  ])('for an admin at %s it is %s', (pathname, name) => {
    expect(currentNavigation(pathname, admin)?.name).toBe(name)
  })

  test.each([
    ['/dashboard/main', 'Dashboard'],
    ['/dashboard/default', 'Dashboard'],
    ['/dashboard/profile/', 'Profile'],
    ['/dashboard/pricing', 'Dashboard'],
    ['/dashboard/nothing', 'Dashboard'],
  ])('for a member at %s it is %s', (pathname, name) => {
    expect(currentNavigation(pathname, member)?.name).toBe(name)
  })
})

describe('what the page is titled', () => {
  test.each([
    ['/dashboard/main', 'Dashboard'],
    ['/dashboard/default/', 'Dashboard'],
    ['/dashboard/pricing', 'Pricing'],
    ['/dashboard/invite-team', 'Invite Team'],
    ['/dashboard/profile', 'Profile Settings'],
    ['/dashboard/subscription', 'Your Subscribed Plan'],
    ['/dashboard/nothing', 'Page not found'],
  ])('for an admin at %s it is %s', (pathname, title) => {
    expect(pageTitle(pathname, admin)).toBe(title)
  })

  test.each([
    ['/dashboard/profile', 'Profile Settings'],
    ['/dashboard/subscription', 'Dashboard'],
    ['/dashboard/nothing', 'Dashboard'],
  ])('for a member at %s it is %s', (pathname, title) => {
    expect(pageTitle(pathname, member)).toBe(title)
  })
})

describe('where the embedded dashboard shows', () => {
  test('for an admin only on the main dashboard', () => {
    expect(isMainDashboard('/dashboard/main/', admin)).toBe(true)
    expect(isMainDashboard('/dashboard/default', admin)).toBe(false)
    expect(isMainDashboard('/dashboard/pricing', admin)).toBe(false)
  })

  test('for a member everywhere but on the profile', () => {
    expect(isMainDashboard('/dashboard/default', member)).toBe(true)
    expect(isMainDashboard('/dashboard/nothing', member)).toBe(true)
    expect(isMainDashboard('/dashboard/profile', member)).toBe(false)
  })
})
