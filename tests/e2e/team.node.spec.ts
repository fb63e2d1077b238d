import { expect, type Page } from '@playwright/test'
import { memberMenu } from '../support/pages'
import { subscribeTo } from './support/billing'
import { test } from './support/fixtures'
import { tabTo } from './support/keyboard'
import { mailedPath } from './support/mailbox'
import { newAddress, password, register } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { submitSignIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Team' }).getByRole('row').filter({ hasText: name })

/** Opens a row's menu and chooses from it, by keys alone. */
async function chooseByKey(page: Page, name: string, item: string): Promise<void> {
  await tabTo(page, rowOf(page, name).getByRole('button', { name: /^Actions for/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const wanted = page.getByRole('menuitem', { name: item })
  const isFocused = () => wanted.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 5 && !(await isFocused()); presses += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(wanted).toBeFocused()
  await page.keyboard.press('Enter')
}

test('an admin on a phone invites four, checks their mails, appoints another admin and hands over', async ({
  page,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Token refresh failed|Failed to fetch profile data/)
  const guests = Array.from({ length: 4 }, (_, index) => newAddress(`guest${index}`))
  const [first = '', again = '', revoked = ''] = guests
  const { organisation, fullName } = await openInNewOrganisation(page, '/dashboard/pricing')
  await subscribeTo(page, 'Growth')
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('four people are invited from a pasted list, by keys alone', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/dashboard/invite-team')
    await page.evaluate((text) => navigator.clipboard.writeText(text), guests.join('\n'))
    await tabTo(page, page.getByLabel('Enter Email(s) (comma separated)'))
    await page.keyboard.press('ControlOrMeta+V')
    await page.keyboard.press('Enter')
    await expect(page.getByText('4 invitations sent.')).toBeVisible()
  })

  await test.step('what became of each mail shows by itself', async () => {
    const seats = page.getByRole('meter', { name: 'Seats' })
    await expect(seats).toHaveAttribute('aria-valuetext', '1 of 50, 4 held')
    for (const guest of guests) {
      await expect(rowOf(page, guest).getByText(/^Sent /)).toBeVisible({ timeout: 60_000 })
    }
  })

  await test.step('one is sent again, one revoked', async () => {
    const path = await mailedPath(page, again)
    await chooseByKey(page, again, 'Send again')
    await expect(page.getByText(/sent/).filter({ hasText: again }).first()).toBeVisible()
    await expect.poll(() => mailedPath(page, again), { timeout: 30_000 }).not.toBe(path)
    await chooseByKey(page, revoked, 'Revoke…')
    await expect(page.getByRole('button', { name: 'Keep invitation' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Revoke invitation' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, revoked)).toHaveCount(0)
    // Somebody who goes on by keys is where the row was, not at the page's beginning.
    await expect(
      page.getByRole('button', { name: /^Actions for/ }).and(page.locator(':focus')),
    ).toHaveCount(1)
  })

  const other = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  browserErrors.watch(other)
  const theirs = await other.newPage()
  await test.step('who joins is made an admin, and needs no new sign-in', async () => {
    // The sentence around the link ended with a full stop.
    await theirs.goto(`${new URL(await mailedPath(page, first), page.url()).href}.`)
    await expect(theirs).toHaveURL(/\/register\?organization=Fabrikam/)
    await theirs.reload()
    await expect(theirs.getByLabel('Email')).toHaveValue(first)
    await register(theirs, 'Ravi Kumar', first)
    await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await submitSignIn(theirs, first, password)
    const links = theirs.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(memberMenu)
    const session = await theirs.evaluate(() => localStorage.getItem('refreshToken'))

    await page.reload()
    await chooseByKey(page, 'Ravi Kumar', 'Make admin')
    await expect(page.getByText('Ravi Kumar is now an admin.')).toBeVisible()
    await theirs.goto(new URL('/dashboard/main', page.url()).href)
    await expect(theirs.getByText(`You are now an admin of ${organisation}.`)).toBeVisible()
    await expect(links).toContainText(['Invite Team', 'Audit Log'])
    expect(await theirs.evaluate(() => localStorage.getItem('refreshToken'))).toBe(session)
  })

  await test.step('the new admin removes the old one, who is signed out', async () => {
    await tabTo(theirs, theirs.getByRole('link', { name: 'Invite Team' }))
    await theirs.keyboard.press('Enter')
    const button = rowOf(theirs, fullName).getByRole('button', { name: /^Actions for/ })
    await tabTo(theirs, button)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('menu')).toBeVisible()
    await theirs.keyboard.press('Escape')
    await expect(button).toBeFocused()

    await chooseByKey(theirs, fullName, `Remove from ${organisation}…`)
    await expect(theirs.getByRole('button', { name: 'Keep member' })).toBeFocused()
    const second = await page.context().newPage()
    await second.goto('/dashboard/profile')
    await expect(second.getByRole('form', { name: 'Update Profile' })).toBeVisible()
    await theirs.keyboard.press('Shift+Tab')
    await expect(theirs.getByRole('button', { name: 'Remove member' })).toBeEnabled()
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByText(`${fullName} was removed.`)).toBeVisible()
    await expect(rowOf(theirs, fullName)).toHaveCount(0)
    await page.reload()
    for (const tab of [page, second]) {
      await expect(tab).toHaveURL(/\/signin/)
      await expect(tab.getByRole('alert')).toContainText(`You were removed from ${organisation}`)
    }
  })

  await other.close()
})
