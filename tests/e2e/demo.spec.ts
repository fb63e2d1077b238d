import { expect } from '@playwright/test'
import { activityRows, openCheckout, planCard } from './support/billing'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { isTakenOver } from './support/scripts'
import { signInUnseen, submitSignIn } from './support/session'
import { serveFolder } from './support/static-host'

/** The path that the step `build` makes the demo for. */
const base = '/orglens/'

let site: Awaited<ReturnType<typeof serveFolder>>
test.beforeAll(async () => {
  site = await serveFolder('build/demo', base)
})
test.afterAll(() => site.stop())

test('the demo works from its front page to a paid plan, under a path of a static host', async ({
  page,
  browserErrors,
}) => {
  // A static host answers a deep link with the app, and says that there is no such file.
  browserErrors.allow(/status of 404/)
  const at = (path: string) => `${site.address}${path}`
  const lost: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404 && response.url().endsWith('.js')) lost.push(response.url())
  })
  await page.goto(`${site.address}/`)
  await expect(page).toHaveURL(at('/signin'))
  await submitSignIn(page, 'admin@globex.test')
  // Such a host adds a slash to the address of a page that lies in a folder (D3).
  await expect(page).toHaveURL(at('/dashboard/default/'))

  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page).toHaveURL(at('/dashboard/main'))
  await dashboardFrame(page)

  await page.goto(at('/dashboard/pricing'))
  const plan = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Subscribe Now' })
  const name = (await plan.first().getByRole('heading').textContent()) ?? ''
  await expect(planCard(page, name)).toBeVisible()
  const checkout = await openCheckout(page, name)
  await checkout.getByRole('button', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(at('/dashboard/subscription'))
  await expect.poll(async () => (await activityRows(page))[0]).toContain(name)
  expect(lost).toEqual([])
})

test('every file that a page of the demo names exists, under its path', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/)
  const asked = new Map<string, number>()
  page.on('response', (response) => void asked.set(response.url(), response.status()))
  const named: string[] = []
  for (const path of ['/signin', '/dashboard/profile']) {
    if (path !== '/signin') {
      // The API answers only then.
      await expect.poll(() => isTakenOver(page)).toBe(true)
      await signInUnseen(page, 'admin')
    }
    await page.goto(`${site.address}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Of a preload that failed nothing is left in the page: the list is what was asked for.
    await expect(page.locator('head link[rel=modulepreload]').first()).toBeAttached()
    named.push(
      ...(await page
        .locator('link[href], script[src], img[src]')
        .evaluateAll((elements) =>
          elements.map((element) => Reflect.get(element, 'href') ?? Reflect.get(element, 'src')),
        )),
    )
  }
  expect(named.filter((address) => !address.startsWith(`${site.address}/`))).toEqual([])
  const files = [...asked].filter(([address]) => /\.(js|css|woff2|svg|webmanifest)$/.test(address))
  expect(files.length).toBeGreaterThan(10)
  expect(
    files.filter(([address, status]) => !address.startsWith(`${site.address}/`) || status !== 200),
  ).toEqual([])
})

test('a mail of the demo leads back into the demo', async ({ page, browserErrors }) => {
  // The mail's frame runs no scripts, those of the test driver included.
  browserErrors.allow(/status of 404|Blocked script execution/)
  await page.goto(`${site.address}/forgot-password`)
  await page.getByLabel('Email').fill('member@acme.test')
  await page.getByRole('button', { name: /reset/i }).click()
  await expect(page.getByRole('form').getByRole('status')).toBeVisible()

  await page.goto(`${site.address}/dev/mailbox`)
  // The demo's receipts are mailed meanwhile.
  const mails = page.getByRole('main').getByRole('button', { name: /password/ })
  await mails.first().click()
  const link = page.frameLocator('iframe').first().getByRole('link', { name: 'Set a new password' })
  await expect(link).toHaveAttribute('href', new RegExp(`^${site.address}/reset-password/`))
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { name: /password/i })).toBeVisible()

  await page.goto(`${site.address}/dev/mailbox/`)
  await page.getByRole('link', { name: 'To the app' }).click()
  await expect(page).toHaveURL(`${site.address}/signin`)
})

test('the demo’s organisation link leads into the demo', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.address}/signin`)
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await signInUnseen(page, 'admin')
  await page.goto(`${site.address}/dashboard/profile`)
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.startsWith(`${site.address}/`)).toBe(true)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('log out')
  await page.keyboard.press('Enter')
  // Such a host adds a slash to the address of a page that lies in a folder (D3).
  await expect(page).toHaveURL(`${site.address}/signin/`)
  await page.goto(copied)
  await expect(page).toHaveURL(/\/orglens\/orginisation\/acme/)
})
