import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { openSignedIn } from './support/session'

test('a page whose code isn’t here says so offline, and comes by itself', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module|error/i)
  await openSignedIn(page, '/dashboard/profile')
  await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Audit Log' }).click()
  const note = page.getByRole('heading', { name: 'This page can’t be opened offline' })
  await expect(note).toBeVisible()
  const offline = page.getByText('You’re offline.')
  await expect(offline).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('table', { name: 'Activity' })).toBeVisible()
  await expect(offline).toHaveCount(0)
})

test('code that a new deployment removed reloads an open tab once, to the requested page; where it stays missing, a message says so', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*\/assets\/|dynamically imported module/)
  await openSignedIn(page, '/dashboard/profile')
  await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents++
  })
  const link = page.getByRole('link', { name: 'Invite Team' })
  const code = '**/assets/invite-team-*.js'
  await page.route(code, (route) => route.fulfill({ status: 404, body: '' }))
  await link.hover()
  await expect(page.getByRole('region', { name: 'Update', exact: true })).toBeVisible()
  expect(documents).toBe(0)

  // The page that is about to be reloaded may show the error as well.
  const reloaded = page.waitForEvent('domcontentloaded')
  await link.click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(documents).toBe(1)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Invite your team' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/invite-team')
  expect(documents).toBe(2)
})

test('status messages appear in an existing live region', async ({ page }) => {
  /** What could be heard, and what a region brought along, which screen readers pass over. */
  const heard: string[] = []
  const unheard: string[] = []
  await page.exposeFunction('report', (text: string, wasThere: boolean) =>
    (wasThere ? heard : unheard).push(text),
  )
  await page.addInitScript(() => {
    const known = new WeakSet<Element>()
    const said = new WeakMap<Element, string>()
    const { report } = window as unknown as { report: (text: string, wasThere: boolean) => void }
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role="status"], [aria-live="polite"]')) {
        const copy = region.cloneNode(true) as Element
        for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
        const text = copy.textContent.trim()
        if (text !== '' && text !== said.get(region)) report(text, known.has(region))
        known.add(region)
        said.set(region, text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  await openSignedIn(page)
  const letAnswer = await hold(page, '**/api/profile/')
  await page.goto('/dashboard/profile')
  await expect.poll(() => heard).toContain('Loading your profile…')
  letAnswer()
  await page.getByRole('link', { name: 'Invite Team' }).click()
  await page.getByLabel('Enter Email(s) (comma separated)').fill('somebody@example.com')
  await expect.poll(() => heard).toContain('1 email to be sent')
  expect(unheard).toEqual([])
})
