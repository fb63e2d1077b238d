import { expect, type Page } from '@playwright/test'
import { axe } from './support/axe'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { isTakenOver } from './support/scripts'
import { expectSignedOut, openSignIn, signInUnseen, submitSignIn } from './support/session'

/** Registers by calling the API from the page that is open. @returns the answer's status. */
async function registerByCall(page: Page, email: string) {
  return await page.evaluate(
    async (registration) => {
      const { status } = await fetch('/api/signup/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(registration),
      })
      return status
    },
    {
      email,
      organization: 'Kept in the browser',
      fullname: 'Mock Visitor',
      password: 'orglens-demo',
    },
  )
}

test('mock mode’s data survives a reload and ends with a reset, as the session does', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  await openSignIn(page)
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)
  await openSignIn(page)
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(409)
  await signInUnseen(page)

  await page.goto('dashboard/main?mock-reset')
  await expectSignedOut(page)
  expect(page.url()).not.toContain('mock-reset')
  await expect.poll(() => isTakenOver(page)).toBe(true)
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)
})

test('mock mode goes on after the browser has stopped its worker', async ({
  page,
  context,
  browserErrors,
}) => {
  await page.goto('dashboard/main?mock-scenario=admin')
  await dashboardFrame(page)
  // What is still loading would be lost with the worker.
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)
  // The worker was gone indeed: the first try reached the static server.
  expect(browserErrors.messages.join()).toContain('/api/signup/')
})

test('a scenario in the address sets up a state, which the panel links to', async ({
  page,
  browserErrors,
}) => {
  // Access tokens end, but sessions outlast the jump.
  browserErrors.allow(/status of 401/)
  await page.goto('?mock-scenario=member,no-dashboard&mock-latency=getProfile:50&mock-clock=+40d')
  await expect(page).toHaveURL('dashboard/default')
  await expect(page.locator('main iframe')).toHaveCount(0)
  const panel = page.getByRole('complementary', { name: 'Mock mode' })
  await expect(panel.getByText('Mock mode: 2 switched on')).toBeVisible()
  await panel.getByText('Mock mode').click()
  await expect(panel.getByRole('link', { name: 'Link to this state' })).toHaveAttribute(
    'href',
    '/orglens/dashboard/default?mock-scenario=member,no-dashboard&mock-latency=getProfile:50&mock-clock=3456000s',
  )
  await panel.getByRole('button', { name: 'Act as the admin' }).click()
  await expect(page.getByRole('link', { name: 'Pricing' })).toBeVisible()
})

test('the panel makes calls fail, and goes back to the demo data', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 503/)
  await openSignIn(page)
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)
  const panel = page.getByRole('complementary', { name: 'Mock mode' })
  await panel.getByText('Mock mode').click()
  await axe(page)
  await panel.getByRole('combobox', { name: 'Call' }).selectOption('login')
  await panel.getByLabel('Fails with').selectOption('503')
  await submitSignIn(page, 'admin@acme.test')
  await expect(page.getByRole('alert')).toContainText('Mock mode was told to fail with 503.')

  await panel.getByRole('button', { name: 'Restore the demo data' }).click()
  await expect(panel.getByText('Mock mode', { exact: true })).toBeVisible()
  await panel.getByText('Mock mode').click()
  await expect(panel.getByLabel('Fails with')).toHaveValue('')
  // The address is free again: the organisation is gone.
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)
})

test('a page says why mock mode could not start', async ({ page, browserErrors }) => {
  browserErrors.allow(/It is not allowed/)
  await openSignIn(page)
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () =>
      Promise.reject(new Error('It is not allowed.'))
  })
  await page.goto('dev/mailbox/')
  await expect(page.getByText(/Mock mode could not start\.[\s\S]*It is not allowed/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It is not allowed')
  await expect(page.getByRole('heading', { name: 'All mails' })).toBeHidden()
})
