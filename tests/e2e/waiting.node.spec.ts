import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { openSignedIn } from './support/session'

test('a progress bar shows for a change that takes over 150 ms to be saved, and only for that', async ({
  page,
}) => {
  await openSignedIn(page, '/dashboard/profile')
  const line = page.locator('.progress-bar')
  await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
  await expect(line).toHaveCount(0)
  /** How wide the line is so many milliseconds after it was put there. */
  const widthAfter = (time: number) =>
    line.evaluate((element, currentTime) => {
      for (const animation of element.getAnimations()) {
        animation.pause()
        animation.currentTime = currentTime
      }
      return element.getBoundingClientRect().width
    }, time)
  const letAnswer = await hold(page, '**/api/profile/')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  expect(await widthAfter(149)).toBe(0)
  expect(await widthAfter(1_000)).toBeGreaterThan(0)
  letAnswer()
  await expect(line).toHaveCount(0)
})

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
  await expect(page).toHaveURL('/dashboard/audit-log')
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
  for (const [path, call, words] of [
    ['/dashboard/profile', 'profile', 'your profile…'],
    // Its card is shown once the plan's above it is there.
    ['/dashboard/subscription', 'subscription-activity', 'subscription activity…'],
    ['/dashboard/main', 'profile', 'Dashboard...'],
  ] as const) {
    const letAnswer = await hold(page, `**/api/${call}/`)
    await page.goto(path)
    await expect.poll(() => heard, path).toContain(`Loading ${words}`)
    letAnswer()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page.goto('/dashboard/invite-team')
  await page.getByLabel('Enter Email(s) (comma separated)').fill('somebody@example.com')
  await expect.poll(() => heard).toContain('1 email to be sent')
  const letPlans = await hold(page, '**/api/pricing/')
  await page.keyboard.press('ControlOrMeta+k')
  // The plans come late and bring more to find. Each number is told once.
  const options = page.getByRole('option')
  await page.keyboard.type('y')
  await expect(options.filter({ hasText: 'Copy the organisation link' })).toBeVisible()
  letPlans()
  await expect(options.filter({ hasText: 'Yearly plan' }).first()).toBeVisible()
  const results = () => heard.filter((text) => text.endsWith('results'))
  await expect.poll(() => results().at(-1)).toBe(`${await options.count()} results`)
  expect(new Set(results()).size).toBe(results().length)
  expect(unheard).toEqual([])
})
