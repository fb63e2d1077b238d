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
  const button = page.getByRole('button', { name: 'Sign In', exact: true })
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

test('a cancellation that fails keeps the focus', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 500|Cancelling the subscription failed/)
  await signInToFixedAnswers(page)
  await page.goto('/dashboard/subscription')
  const answer = await hold(page, '/api/cancel-subscription/')
  const cancel = page.getByRole('button', { name: /^Cancel(ling\.\.\.)?$/ })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('dialog').getByRole('button').first()).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(cancel).toHaveText('Cancelling...')
  await expect(cancel).toBeFocused()
  answer(500)
  await expect(page.getByText(/couldn’t confirm it/)).toBeVisible()
  await expect(cancel).toHaveText('Cancel')
  await expect(cancel).toBeFocused()
})

test('an alert and a confirmation return the focus to their button', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 500|failed/i)
  await signInToFixedAnswers(page)
  await page.route('**/api/create-subscription/', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await page.goto('/dashboard/pricing')
  const subscribe = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Scale' }) })
    .getByRole('button')
  const question = page.getByRole('dialog', { name: 'Switch to Scale?' })
  const alert = page.getByRole('alertdialog')

  for (const way of ['keys', 'pointer'] as const) {
    const press = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true }).last()
      if (way === 'pointer') return await button.click()
      await button.focus()
      await page.keyboard.press('Enter')
    }
    await press('Subscribe Now')
    await expect(question).toBeVisible()
    await press('Keep plan')
    await expect(question).toHaveCount(0)
    await expect(subscribe).toBeFocused()

    await press('Subscribe Now')
    await expect(question.getByRole('button', { name: 'Switch plan' })).toBeEnabled()
    await press('Switch plan')
    await expect(alert).toContainText('Subscription creation failed.')
    await press('OK')
    await expect(alert).toHaveCount(0)
    await expect(subscribe).toBeFocused()
  }
})

test('an alert whose button is disabled by then focuses its surroundings', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409|failed/i)
  await signInToFixedAnswers(page)
  await page.goto('/dashboard/pricing')
  const card = page.getByRole('listitem').filter({ hasText: 'Scale' })
  await expect(card.getByRole('button', { name: 'Subscribe Now' })).toBeVisible()
  const profile = await page.evaluate(async () => (await fetch('/api/profile/')).json())
  const plan = profile.organization.subscription_plan
  Object.assign(plan, { name: 'Scale', razorpay_plan_id: 'plan_scale_monthly' })

  // Another admin has subscribed meanwhile.
  await page.route('**/api/create-subscription/', (route) =>
    route.fulfill({ status: 409, json: {} }),
  )
  await page.route('**/api/profile/', (route) => route.fulfill({ json: profile }))
  await card.getByRole('button', { name: 'Subscribe Now' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Switch plan' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect
    .poll(() => card.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
  // Tab goes on from there.
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Subscribe Now' }).last()).toBeFocused()
})
