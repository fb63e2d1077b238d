import { expect, type Page } from '@playwright/test'
import { memberMenu } from '../support/pages'
import { subscribeTo } from './support/billing'
import { test } from './support/fixtures'
import { mailedPath } from './support/mailbox'
import { openInNewOrganisation, password, submitSignIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Team' }).getByRole('row').filter({ hasText: name })

async function choose(page: Page, name: string, item: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an admin on a phone invites two and appoints the one who joins, who removes the old admin', async ({
  page,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Token refresh failed|Failed to fetch profile data/)
  const { organisation, fullName } = await openInNewOrganisation(page, '/dashboard/pricing')
  const suffix = crypto.randomUUID().slice(0, 8)
  const guests = [`ravi-${suffix}@invited.test`, `lin-${suffix}@invited.test`] as const
  const [guest] = guests
  await subscribeTo(page, 'Growth')
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('people are invited from a pasted list, and their mails show as sent', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/dashboard/invite-team')
    await page.evaluate((text) => navigator.clipboard.writeText(text), guests.join('\n'))
    await page.getByLabel('Enter Email(s) (comma separated)').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 invitations sent.')).toBeVisible()
    const seats = page.getByRole('meter', { name: 'Seats' })
    await expect(seats).toHaveAttribute('aria-valuetext', '1 of 50, 2 held')
    for (const name of guests) {
      await expect(rowOf(page, name).getByText(/^Sent /)).toBeVisible({ timeout: 60_000 })
    }
  })

  const other = await browser.newContext({ reducedMotion: 'reduce' })
  browserErrors.watch(other)
  const theirs = await other.newPage()
  await test.step('who joins is made an admin, and needs no new sign-in', async () => {
    // The sentence around the link ended with a full stop.
    await theirs.goto(`${new URL(await mailedPath(page, guest), page.url()).href}.`)
    await expect(theirs).toHaveURL(/\/register\?organization=Fabrikam/)
    await theirs.reload()
    await expect(theirs.getByLabel('Email')).toHaveValue(guest)
    await theirs.getByLabel('Full Name').fill('Ravi Kumar')
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByLabel('Confirm Password').fill(password)
    await theirs.getByRole('checkbox').check()
    await theirs.getByRole('button', { name: 'Register' }).click()
    await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await submitSignIn(theirs, guest, password)
    const links = theirs.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(memberMenu)
    const session = await theirs.evaluate(() => localStorage.getItem('refreshToken'))

    await page.reload()
    await choose(page, 'Ravi Kumar', 'Make admin')
    await expect(page.getByText('Ravi Kumar is now an admin.')).toBeVisible()
    await theirs.reload()
    await expect(theirs.getByText(`You are now an admin of ${organisation}.`)).toBeVisible()
    await expect(links).toContainText(['Invite Team', 'Audit Log'])
    expect(await theirs.evaluate(() => localStorage.getItem('refreshToken'))).toBe(session)
  })

  await test.step('the new admin removes the old one, who is signed out in every tab', async () => {
    await theirs.getByRole('link', { name: 'Invite Team' }).click()
    await choose(theirs, fullName, `Remove from ${organisation}…`)
    const second = await page.context().newPage()
    await second.goto('/dashboard/profile')
    await expect(second.getByRole('form', { name: 'Update Profile' })).toBeVisible()
    await theirs.getByRole('button', { name: 'Remove member' }).click()
    await expect(theirs.getByText(`${fullName} was removed.`)).toBeVisible()
    await page.reload()
    for (const tab of [page, second]) {
      await expect(tab).toHaveURL(/\/signin/)
      await expect(tab.getByRole('alert')).toContainText(`You were removed from ${organisation}`)
    }
  })
  await other.close()
})
