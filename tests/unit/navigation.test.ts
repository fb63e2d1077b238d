import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  currentNavigation,
  keywordsOf,
  navigationPath,
  visibleNavigation,
} from '../../src/shell/navigation/navigation'
import { adminPages } from '../support/pages'

const admin = true
const member = false

describe('the sidebar', () => {
  const listed = (isAdmin: boolean) =>
    visibleNavigation(isAdmin, false).map((entry) => [entry.name, navigationPath(entry)])

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

test('a page of our own server is listed for nobody else', () => {
  const pages = (isAdmin: boolean, isOurServer: boolean) =>
    visibleNavigation(isAdmin, isOurServer).map(({ name }) => name)
  expect(pages(admin, true)).toEqual([...pages(admin, false), 'Organisation', 'Audit Log'])
  expect(pages(member, true)).toEqual(pages(member, false))
})

test('every page of admins but their first one and single receipts is listed', () => {
  const unlisted = adminPages
    .map(({ path }) => path)
    .filter(
      (path) => !visibleNavigation(admin, true).some((entry) => navigationPath(entry) === path),
    )
  expect(unlisted).toEqual(['/dashboard/default', '/dashboard/receipt/inv_00000000000001'])
})

test("a page of our own server isn't found on another one", () => {
  const ours = visibleNavigation(admin, true).filter((entry) => 'isOurs' in entry)
  expect(ours.length).toBeGreaterThan(0)
  for (const { path } of ours) {
    const route = readFileSync(`routes/dashboard/_admin${path}.tsx`, 'utf8')
    expect(route, path).toMatch(
      /beforeLoad: \(\) => \{\s+if \(!settings\.isOurServer\) throw notFound\(\)/,
    )
  }
})

test.each([
  ['invoice', 'isOurServer', 'Your Subscribed Plan'],
  ['receipt', 'isOurServer', 'Your Subscribed Plan'],
  ['card', 'isOurServer', 'Your Subscribed Plan'],
  ['password', 'isOurServer', 'Profile'],
  ['sessions', 'isOurServer', 'Profile'],
  ['export', 'isOurServer', 'Profile'],
  ['2fa', 'hasTwoFactor', 'Profile'],
  ['role', 'isOurServer', 'Invite Team'],
] as const)('%s is a word of a page only with %s', (word, setting, page) => {
  const nothing = { isOurServer: false, hasTwoFactor: false }
  const found = (offered: typeof nothing) =>
    visibleNavigation(admin, false)
      .filter((entry) => keywordsOf(entry, offered).includes(word))
      .map(({ name }) => name)
  expect(found({ ...nothing, [setting]: true })).toEqual([page])
  expect(found(nothing)).toEqual([])
})

describe('the highlighted entry', () => {
  const highlighted = (
    isAdmin: boolean,
    pathname: string,
    owner?: Parameters<typeof currentNavigation>[2],
  ) => currentNavigation(visibleNavigation(isAdmin, false), pathname, owner)?.name

  test.each([
    ['/dashboard/main', 'Dashboard'],
    ['/dashboard/pricing', 'Pricing'],
    ['/dashboard/invite-team/', 'Invite Team'],
    ['/Dashboard/Profile', 'Profile'],
    ['/dashboard/subscription', 'Your Subscribed Plan'],
    ['/dashboard/nothing', undefined],
    ['/dashboard/pricing/nothing', undefined],
  ])('of an admin at %s is %s', (pathname, name) => {
    expect(highlighted(admin, pathname)).toBe(name)
  })

  test('is the one that owns the page if the address is no entry', () => {
    expect(highlighted(admin, '/dashboard/default', '/main')).toBe('Dashboard')
    expect(highlighted(member, '/dashboard/pricing', '/main')).toBe('Dashboard')
  })

  test('follows the requested address before the visible page', () => {
    expect(highlighted(member, '/dashboard/profile', '/main')).toBe('Profile')
  })
})
