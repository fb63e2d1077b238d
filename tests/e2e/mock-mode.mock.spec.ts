import { expect, type Page } from '@playwright/test'
import { axe } from './support/axe'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { expectSignedOut, openSignedIn, openSignIn, submitSignIn } from './support/session'

/** Registers by calling the API from the page that is open. @returns the answer's status. */
async function registerByCall(page: Page, email: string) {
  return await page.evaluate(async (address) => {
    const { status } = await fetch('/api/signup/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        fullname: 'Mock Visitor',
        email: address,
        password: 'orglens-demo',
        organization: 'Kept in the browser',
      }),
    })
    return status
  }, email)
}

test('what mock mode keeps survives a reload and ends with a reset', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/)
  await openSignIn(page)
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)
  await page.reload()
  await submitSignIn(page, 'visitor@mock.test')
  await expect(page).toHaveURL('/dashboard/default')

  await page.goto('/dashboard/main?mock-reset')
  await expectSignedOut(page)
  expect(page.url()).not.toContain('mock-reset')
  await submitSignIn(page, 'visitor@mock.test')
  await expect(page.getByRole('alert')).toHaveText('User not found with this email.')
  await submitSignIn(page, 'admin@acme.test')
  await expect(page).toHaveURL(/\/dashboard\//)
})

test('the address makes calls slow or fail, across reloads', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 500/)
  await page.goto('/signin?mock-latency=700&mock-fail=login:500')
  await page.reload()
  const sent = Date.now()
  await submitSignIn(page, 'admin@acme.test')
  await expect(page.getByRole('alert')).toHaveText(
    'Login failed. Please check your entered values and try again.',
  )
  expect(Date.now() - sent).toBeGreaterThanOrEqual(700)
  await page.goto('/signin?mock-latency=0')
  await submitSignIn(page, 'admin@acme.test')
  await expect(page).toHaveURL('/dashboard/default')
})

test('the panel makes calls fail and goes back to the demo data', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 503/)
  await page.goto('/signin')
  const panel = page.getByRole('complementary', { name: 'Mock mode' })
  await panel.getByText('Mock mode').click()
  await expect(panel).toContainText('admin@acme.test or member@acme.test, password orglens-demo')
  await axe(page)
  await panel.getByRole('combobox', { name: 'Call' }).selectOption('login')
  await panel.getByLabel('Fails with').selectOption('503')
  await submitSignIn(page, 'admin@acme.test')
  await expect(page.getByRole('alert')).toHaveText(
    'Login failed. Please check your entered values and try again.',
  )
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)

  await panel.getByRole('button', { name: 'Back to the demo data' }).click()
  await expect(panel.getByText('Mock mode')).toBeVisible()
  await panel.getByText('Mock mode').click()
  await expect(panel.getByLabel('Fails with')).toHaveValue('')
  // The address is free again: the organisation is gone.
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)
  await submitSignIn(page, 'admin@acme.test')
  await expect(page).toHaveURL('/dashboard/default')
})

test('mock mode goes on after the browser has stopped its worker', async ({
  page,
  context,
  browserErrors,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  const contentTypes = await page.evaluate(async () => {
    const call = () =>
      fetch('/api/login/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@acme.test', password: 'orglens-demo' }),
      })
    const answers = await Promise.all([call(), call()])
    return answers.map((answer) => answer.headers.get('content-type'))
  })
  expect(contentTypes).toEqual(['application/json', 'application/json'])
  // The worker was gone indeed: the first tries reached the static server.
  expect(browserErrors.messages.join()).toContain('/api/login/')
})
