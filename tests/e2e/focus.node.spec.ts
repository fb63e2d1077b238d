import { expect, type Page } from '@playwright/test'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Holds calls to `path` until told how to answer them. */
async function hold(page: Page, path: string) {
  let answer = (_status: number) => {}
  const status = new Promise<number>((resolve) => {
    answer = resolve
  })
  await page.route(`**${path}`, async (route) => {
    await route.fulfill({ status: await status, json: {} })
  })
  return answer
}

test('signed out, each page’s heading gets the focus, and a busy button keeps it', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(heading(page)).toHaveText('Create an account')
  await expect(heading(page)).toBeFocused()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  await expect(heading(page)).toBeFocused()
  await page.getByRole('link', { name: 'I know my organization' }).click()
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page)).toHaveText('Sign in')
  await expect(heading(page)).toBeFocused()

  const answer = await hold(page, '/api/login/')
  const button = page.getByRole('button', { name: 'Sign In' })
  await page.getByLabel('Email').fill('ada@people.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('a-password')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
  // Pressing it again does nothing.
  await page.keyboard.press('Enter')
  answer(401)
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
})

test('signed in, the focus never falls to the page', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of (403|500)|Cancelling the subscription failed/)
  await signInToFixedAnswers(page)
  const row = {
    plan_name: 'Growth',
    status: true,
    upgrade_status: false,
    start_date: '2026-10-12',
    end_date: null,
  }
  const activity = '**/api/subscription-activity/'
  await page.route(activity, (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/dashboard/subscription')

  await test.step('trying again keeps it, and what comes gets it', async () => {
    const again = page.getByRole('button', { name: 'Try again' })
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Loading subscription activity…')).toHaveCount(0)
    await expect(again).toBeFocused()
    await page.route(activity, (route) => route.fulfill({ json: { data: [row] } }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Subscription Activity' })).toBeFocused()
  })

  await test.step('a cancellation that fails keeps it', async () => {
    const answer = await hold(page, '/api/cancel-subscription/')
    const cancel = page.getByRole('button', { name: /^Cancel(ling\.\.\.)?$/ })
    await cancel.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(cancel).toHaveText('Cancelling...')
    await expect(cancel).toBeFocused()
    answer(500)
    await expect(page.getByText(/did not confirm it/)).toBeVisible()
    await expect(cancel).toHaveText('Cancel')
    await expect(cancel).toBeFocused()
  })

  await test.step('another order of the table is no other page', async () => {
    const status = page.getByRole('button', { name: 'STATUS' })
    await status.click()
    await expect(page).toHaveURL(/sort=status/)
    await expect(status).toBeFocused()
  })

  await test.step('another page is, and its heading gets it', async () => {
    await page.getByRole('link', { name: 'Upgrade Now' }).click()
    await expect(heading(page)).toHaveText('Pricing')
    await expect(heading(page)).toBeFocused()
  })
})
