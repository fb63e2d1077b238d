import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { expectSignedOut, storedSession, submitSignIn } from './support/session'

test('a newcomer registers an organisation, signs in, looks at its dashboard and logs out', async ({
  page,
}) => {
  // Digits: the sample page makes the organisation's name from its slug.
  const suffix = Date.now()
  const organisation = `Northwind ${suffix}`
  const email = `mina-${suffix}@northwind.test`
  const password = 'a-password-of-mine'

  await test.step('the app opens at the sign-in page and leads to registration', async () => {
    await page.goto('/')
    await expect(page).toHaveURL('/signin')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  })

  await test.step('registering leads to sign-in', async () => {
    // No link may take the place of the next field, only the button that shows a password.
    await page.getByLabel('Full Name').focus()
    for (const text of ['Mina de Vries', email, organisation, password, '', password, '']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page).toHaveURL('/signin')
  })

  await test.step('signing in loads the app anew', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
    await submitSignIn(page, email, password)
    await expect(page).toHaveURL('/dashboard/default')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(page.locator('html[data-before]')).toHaveCount(0)
    expect(await storedSession(page)).toMatchObject({ isOrganizationAdmin: 'true' })
  })

  await test.step('the dashboard says that it loads, then shows in its frame', async () => {
    const letProfile = await hold(page, '**/api/profile/')
    await page.goto('/dashboard/main')
    const loading = page.getByText('Loading Dashboard...').filter({ visible: true })
    await expect(loading).toBeVisible()
    letProfile()
    await expect(page.getByRole('heading', { name: `${organisation} Overview` })).toBeVisible()
    await expect(loading).toBeHidden()
    const frame = await dashboardFrame(page)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(organisation)
    await expect(page.locator('main iframe')).toHaveJSProperty('offsetHeight', 1200)
  })

  await test.step('the dark theme reaches the frame without loading it again', async () => {
    const frame = await dashboardFrame(page)
    const element = await frame.locator('canvas').first().elementHandle()
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect(frame.locator('html.dark')).toHaveCount(1)
    expect(await element?.evaluate((kept) => kept.isConnected)).toBe(true)
  })

  await test.step('logging out loads the app anew and leaves nothing of the session', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await expectSignedOut(page)
    await expect(page.locator('html[data-before]')).toHaveCount(0)
    await page.goto('/dashboard/main')
    await expectSignedOut(page)
  })
})
