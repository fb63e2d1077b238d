import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test('nothing on the finished screens breaks the content security policy', async ({ page }) => {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // Every frame has its own window; only this page's is given the function.
      const tell = (window as unknown as { tellViolation: (text: string) => void }).tellViolation
      tell(`${event.violatedDirective}: ${event.blockedURI} on ${location.pathname}`)
    })
  })
  const answer = await page.goto('/register')
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self' 'sha256-")
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  await page.getByRole('button', { name: 'Email me this' }).click()
  await expect(
    page.getByRole('dialog').getByText('Revenue by channel', { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.goto('/reset-password/a-token')
  await expect(page.locator('[data-sonner-toast]')).toBeVisible()
  await page.goto('/dashboard/no/such')
  await expect(page.getByText('404 Not Found')).toBeVisible()
  expect(violations).toEqual([])
})

test('the app can be installed: its manifest and every icon exist, also the one that browsers ask for by themselves', async ({
  page,
  request,
}) => {
  await page.goto('/signin')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: 'Orglens', start_url: './', display: 'standalone' })
  const links = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((found) =>
      found.map((link) => ({ src: link.getAttribute('href') ?? '', sizes: 'any' })),
    )
  const icons: Array<{ src: string; sizes: string }> = [
    ...manifest.icons,
    ...links,
    { src: '/favicon.ico', sizes: 'any' },
  ]
  expect(icons.length).toBeGreaterThan(3)
  for (const { src, sizes } of icons) {
    // Drawing it below says of one that is in the page whether it is good.
    if (!src.startsWith('data:image/')) {
      expect((await request.get(src)).headers()['content-type'], src).toMatch(/^image\//)
    }
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
})

test('a mailed link leads to its page, whatever a sentence glued to its end', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/)
  for (const end of ['.', ')', '%3E', '%20']) {
    await page.goto(`/reset-password/some-token${end}`)
    await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/reset-password/some-token')
  }
  await page.goto('/invite/some-token.')
  await expect(page).toHaveURL('/register')
  const kept = await page.evaluate(() => sessionStorage.getItem('invitation'))
  expect(kept).toContain('"some-token"')
})
