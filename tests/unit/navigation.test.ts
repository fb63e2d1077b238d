import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
  const listed: string[] = visibleNavigation(admin, true).map(navigationPath)
  const unlisted = adminPages.map(({ path }) => path).filter((path) => !listed.includes(path))
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

test('the highlighted entry is the one that owns the page if the address is no entry', () => {
  for (const isAdmin of [admin, member]) {
    const entries = visibleNavigation(isAdmin, false)
    expect(currentNavigation(entries, '/dashboard/default', '/main')?.name).toBe('Dashboard')
    // A click shows at once, on a page of another entry.
    expect(currentNavigation(entries, '/Dashboard/Profile/', '/main')?.name).toBe('Profile')
  }
})
