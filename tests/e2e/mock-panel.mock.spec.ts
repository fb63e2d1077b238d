import { expect } from '@playwright/test'
import { axe } from './support/axe'
import { test } from './support/fixtures'
import { openSignIn, submitSignIn } from './support/session'

test('the panel signs in however late it is, or says why it can’t', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await page.goto('/signin?mock-clock=+31d')
  await page.getByText(/^Mock mode/).click()
  await page.getByRole('button', { name: 'Act as the member' }).click()
  await expect(page).toHaveURL(/\/dashboard\//)

  await page.goto('/dashboard/profile')
  await page.getByLabel('Current password').fill('orglens-demo')
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Confirm new password').fill('another password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('Password changed. You are signed out everywhere else.'),
  ).toBeVisible()
  await page.getByText(/^Mock mode/).click()
  await page.getByRole('button', { name: 'Act as the member' }).click()
  await expect(page.getByText(/^The member could not be signed in/)).toBeVisible()
})

test('the panel says what is wrong with an address, links to what is switched on, and covers nothing', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 500/)
  const panel = page.getByRole('complementary', { name: 'Mock mode' })

  await test.step('it reports invalid parameters, and applies the rest', async () => {
    await page.goto(
      '/signin?mock-fail=nothing:500&mock-scenario=guest&mock-latency=50&mock-speed=1',
    )
    await expect(panel.getByRole('alert').getByRole('listitem')).toHaveText([
      'mock-fail: there is no call named "nothing".',
      /^mock-scenario: "guest" is none of admin, member/,
      'mock-speed: is unknown.',
    ])
    await expect(panel.getByText('Mock mode: 1 switched on')).toBeVisible()
    await expect(page).toHaveURL('/signin')
  })

  await test.step('its link keeps the page’s own query, and a used-up failure is counted no more', async () => {
    const address = '/signin?redirect=%2Fdashboard%2Fprofile'
    await page.goto(`${address}&mock-latency=0&mock-fail=login:500:once`)
    await panel.getByText('Mock mode: 1 switched on').click()
    await expect(panel.getByRole('link', { name: 'Link to this state' })).toHaveAttribute(
      'href',
      `${address}&mock-fail=login:500:once`,
    )
    await submitSignIn(page, 'admin@acme.test')
    await expect(panel.getByText('Mock mode', { exact: true })).toBeVisible()
  })

  await test.step('on a phone it covers nothing', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/signin?mock-fail=login:500')
    const content = await page.locator('#root').boundingBox()
    const box = await panel.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual((content?.y ?? 0) + (content?.height ?? 0))
    await panel.getByText('Mock mode').click()
    expect((await panel.boundingBox())?.width).toBeLessThanOrEqual(390)
  })

  await test.step('it offers only what has an effect', async () => {
    await panel.getByLabel('Call').selectOption('frame')
    await expect(panel.getByLabel('Latency (ms)')).toBeDisabled()
    await expect(panel.getByLabel('Once')).toBeDisabled()
    await panel.getByLabel('Fails with').selectOption('network')
    await panel.getByLabel('Once').check()
    await expect(panel.getByRole('list', { name: 'Switched on' })).toHaveText(
      'mock-fail=login:500,frame:network:once',
    )
  })
})

test('the clock can be put ahead by any time, and the pages follow it', async ({
  page,
  browserErrors,
}) => {
  // A token that was renewed between two jumps has expired by the second.
  browserErrors.allow(/status of 401|Failed to fetch profile data ApiError: .* answered 401/)
  await page.goto('/dashboard/subscription?mock-scenario=admin,subscribed&mock-clock=3h')
  const panel = page.getByRole('complementary', { name: 'Mock mode' })
  await panel.getByText(/^Mock mode/).click()
  const [time, unit] = [panel.getByLabel(/^Server clock/), panel.getByLabel('Unit')]
  await expect(time).toHaveValue('3')
  await expect(unit).toHaveValue('hours')
  const reload = panel.getByRole('status').getByRole('button', { name: 'Reload it' })
  await expect(reload).toHaveCount(0)

  await unit.selectOption('days')
  await time.fill('14.5')
  await time.blur()
  await expect(panel.getByRole('list', { name: 'Switched on' })).toHaveText('mock-clock=1252800s')
  await expect(unit).toHaveValue('hours')
  await expect(time).toHaveValue('348')
  await panel.getByText(/^Mock mode/).click()
  await panel.getByText(/^Mock mode/).click()
  await axe(page)
  await reload.click()
  await expect(page.getByRole('heading', { name: 'Starter', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  // Of 28 to 31 days.
  await expect(page.getByRole('dialog')).toContainText(/1[3-6] paid days of Starter/)
  await page.getByRole('button', { name: 'Keep plan' }).click()

  await panel.getByText(/^Mock mode/).click()
  await panel.getByLabel('Currency').selectOption('INR')
  await expect(reload).toBeVisible()
  await panel.getByLabel('Currency').selectOption('')
  await expect(reload).toHaveCount(0)
})

test('a page says why mock mode could not start', async ({ page, browserErrors }) => {
  browserErrors.allow(/It is not allowed/)
  await openSignIn(page)
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () =>
      Promise.reject(new Error('It is not allowed.'))
  })
  for (const path of ['/signin', '/sample-analytics/?token=any', '/dev/mailbox/']) {
    await page.goto(path)
    await expect(
      page.getByText(/Mock mode could not start\.[\s\S]*It is not allowed/),
    ).toBeVisible()
  }
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It is not allowed')
  await expect(page.getByRole('heading', { name: 'All mails' })).toBeHidden()
})
