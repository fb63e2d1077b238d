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

test('a page is found by words of what its server offers', () => {
  const profile = visibleNavigation(member, true).find(({ path }) => path === '/profile')
  const words = (isOurServer: boolean, hasTwoFactor: boolean) =>
    profile && keywordsOf(profile, { isOurServer, hasTwoFactor })
  expect(words(false, false)).not.toMatch(/sessions|2fa/)
  expect(words(true, false)).toMatch(/sessions(?!.*2fa)/)
  expect(words(true, true)).toMatch(/sessions.*2fa/)
})

describe('the highlighted entry', () => {
  const highlighted = (
    isAdmin: boolean,
    pathname: string,
    owner?: Parameters<typeof currentNavigation>[2],
  ) => currentNavigation(visibleNavigation(isAdmin, false), pathname, owner)?.name

  test('is the one that owns the page if the address is no entry', () => {
    expect(highlighted(admin, '/dashboard/default', '/main')).toBe('Dashboard')
    expect(highlighted(member, '/dashboard/pricing', '/main')).toBe('Dashboard')
  })
})
