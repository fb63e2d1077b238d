import { expect, type Page } from '@playwright/test'
import { axe } from './support/axe'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { holdScripts, isTakenOver } from './support/scripts'
import { expectSignedOut, openSignIn, signInUnseen, submitSignIn } from './support/session'

/** Registers by calling the API from the page that is open. @returns the answer's status. */
async function registerByCall(page: Page, email: string, organization = 'Kept in the browser') {
  return await page.evaluate(
    async (registration) => {
      const { status } = await fetch('/api/signup/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(registration),
      })
      return status
    },
    { email, organization, fullname: 'Mock Visitor', password: 'orglens-demo' },
  )
}

test('mock mode answers a page that is being left, and its data survives a reload and ends with a reset, as the session does', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  await openSignIn(page)
  const answeredByWorker: boolean[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/pricing/'))
      answeredByWorker.push(response.fromServiceWorker())
  })
  await page.evaluate(async () => {
    dispatchEvent(new Event('beforeunload'))
    // The first call may overtake the message to the worker.
    for (let count = 0; count < 3; count++) await fetch('/api/pricing/')
  })
  expect(answeredByWorker).toEqual([true, true, true])

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

test("tabs that write at once lose none of each other's changes", async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  const other = await context.newPage()
  // Each has its worker from then on.
  for (const tab of [page, other]) await openSignIn(tab)
  const emails = Array.from({ length: 12 }, (_, index) => `visitor${index}@mock.test`)
  await Promise.all(
    emails.map((email, index) => registerByCall(index % 2 === 0 ? page : other, email, email)),
  )
  // An address that is taken is refused; one that was lost would be taken now.
  const again = await Promise.all(emails.map((email) => registerByCall(page, email, `${email} 2`)))
  expect(again).toEqual(emails.map(() => 409))
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
  const emails = ['one@mock.test', 'two@mock.test']
  expect(await Promise.all(emails.map((email) => registerByCall(page, email, email)))).toEqual([
    200, 200,
  ])
  await devtools.send('ServiceWorker.stopAllWorkers')
  const country = await page.evaluate(async () => (await fetch('https://ipapi.co/json/')).json())
  expect(country).toEqual({ country: 'GB' })
  // The worker was gone indeed: the first tries reached the static server.
  expect(browserErrors.messages.join()).toContain('/api/signup/')
})

test('no call is sent before mock mode can answer it', async ({ page }) => {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('accessToken', 'of-nobody')
  })
  await holdScripts(page)
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked++
  })
  await page.goto('dashboard/main', { waitUntil: 'commit' })
  await expect(page.getByText('Loading Dashboard...').filter({ visible: true })).toBeVisible()
  await expect(page.locator('#whole')).toBeAttached()
  expect(asked).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
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

test('the panel makes calls fail, leaves other failures, and goes back to the demo data', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 50[03]/)
  await page.goto('signin?mock-fail=login:500:once,getPricing:503')
  await submitSignIn(page, 'admin@acme.test')
  await expect(page.getByRole('alert')).toHaveText(/^Login failed/)
  const panel = page.getByRole('complementary', { name: 'Mock mode' })
  await panel.getByText('Mock mode').click()
  await axe(page)
  await panel.getByRole('combobox', { name: 'Call' }).selectOption('getProfile')
  await panel.getByLabel('Fails with').selectOption('wrong-shape')
  await expect(panel.getByRole('list', { name: 'Switched on' })).toHaveText(
    'mock-fail=getPricing:503,getProfile:wrong-shape',
  )
  await panel.getByRole('button', { name: 'Reset everything' }).click()
  await panel.getByRole('combobox', { name: 'Call' }).selectOption('login')
  await panel.getByLabel('Fails with').selectOption('503')
  await submitSignIn(page, 'admin@acme.test')
  await expect(page.getByRole('alert')).toHaveText(
    'Login failed. Please check your entered values and try again.Mock mode was told to fail with 503.',
  )
  expect(await registerByCall(page, 'visitor@mock.test')).toBe(200)

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
