import { expect, type Page } from '@playwright/test'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'
import { openSignedIn } from './support/session'

// Where one touches, buttons are larger and leave less room.
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
})

/** In the page. @returns how many lines of text an element has. */
function linesOf(element: Element): number {
  const range = document.createRange()
  // A badge has an icon before its text.
  range.selectNodeContents(element.lastElementChild ?? element)
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
}

/** In the page. @returns whether what lies under the title, once it has scrolled away, can be pressed. */
function reachesWhatIsUnderTheTitle(): boolean {
  const heading = document.querySelector('h1')
  const { left, bottom } = (heading ?? document.body).getBoundingClientRect()
  return document.elementFromPoint(left + 40, bottom - 4)?.closest('main') !== null
}

test('what stops and ends a plan share a row, and upgrading has one', async ({ page }) => {
  await openSignedIn(page, 'admin', '/dashboard/subscription')
  const stopping = page.getByRole('button', { name: 'Stop renewing' })
  await expect(stopping).toBeVisible()
  const [stop, cancel, upgrade] = await Promise.all([
    stopping.boundingBox(),
    page.getByRole('button', { name: 'Cancel', exact: true }).boundingBox(),
    page.getByRole('link', { name: 'Upgrade Now' }).boundingBox(),
  ])
  expect(stop?.y).toBe(cancel?.y)
  expect((cancel?.x ?? 0) + (cancel?.width ?? 0)).toBe((upgrade?.x ?? 0) + (upgrade?.width ?? 0))
  expect(upgrade?.x).toBe(stop?.x)
})

const activity = (page: Page) => page.getByRole('table', { name: 'Subscription Activity' })

async function openActivity(page: Page): Promise<void> {
  await signInToFixedAnswers(page)
  // September is the longest month: '22 Sept 2025'.
  await page.route('**/api/subscription-activity/', (route) =>
    route.fulfill({
      json: {
        data: ['Growth', 'Starter', 'Enterprise'].map((plan_name, index) => ({
          plan_name,
          status: false,
          upgrade_status: index > 0,
          start_date: '2025-09-22T08:00:00Z',
          end_date: '2026-09-28T08:00:00Z',
        })),
      },
    }),
  )
  await page.goto('/dashboard/subscription')
  await expect(activity(page).getByRole('row')).toHaveCount(4)
  await fontHasCome(page)
}

test('history, title and sessions can be read and pressed', async ({ page }) => {
  await openActivity(page)

  await test.step('each text of the activity has its own line and spacing', async () => {
    const texts = activity(page).locator('tbody :is(th, td) > *')
    await expect(texts).toHaveCount(12)
    for (const text of await texts.all()) {
      expect(await text.evaluate(linesOf), await text.innerText()).toBe(1)
    }
    const gaps = await activity(page)
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => {
          const boxes = [...row.querySelectorAll(':is(th, td) > *')].map((text) =>
            text.getBoundingClientRect(),
          )
          const edge = row.closest('section')?.getBoundingClientRect().right ?? 0
          return boxes.map(({ right }, index) => (boxes[index + 1]?.left ?? edge) - right)
        }),
      )
    expect(gaps).toHaveLength(3)
    for (const [first = 0, second = 0, third = 0, last = 0] of gaps) {
      expect(Math.min(first, second, third)).toBeGreaterThanOrEqual(8)
      expect(last).toBeGreaterThanOrEqual(16)
    }
  })

  const sessions = [
    {
      session_id: 'another',
      browser: 'Firefox on Windows',
      network: '203.0.113.7',
      signed_in_at: '2026-11-03T08:00:00.000Z',
      last_active_at: '2026-11-10T09:30:00.000Z',
      is_current: false,
    },
  ]
  await page.route('**/api/account/sessions/', (route) => route.fulfill({ json: { sessions } }))

  await test.step('the title scrolls with the page, and uncovered controls can be pressed', async () => {
    const block = page.getByRole('heading', { level: 1 }).locator('../..')
    await expect(block).toHaveCSS('opacity', '1')
    expect(await page.evaluate(reachesWhatIsUnderTheTitle)).toBe(false)
    await page.evaluate(() => window.scrollTo(0, 200))
    await expect(block).toHaveCSS('opacity', '0')
    expect(await page.evaluate(reachesWhatIsUnderTheTitle)).toBe(true)
    // The buttons stay, and so does what they open.
    await page.getByRole('button', { name: 'Profile menu' }).tap()
    await page.getByRole('menuitem', { name: 'Profile Settings' }).tap()
    await expect(page).toHaveURL('/dashboard/profile')
  })

  await test.step('what ends a session ends where the card’s texts do, beside the browser’s name', async () => {
    const row = page.getByRole('row', { name: /Firefox on Windows/ })
    await expect(row.getByText('Sign out')).toBeVisible()
    const [toTheEdge, apart] = await row.evaluate((element) => {
      const [name, end] = ['th .font-semibold', 'button span'].map((selector) => {
        const range = document.createRange()
        range.selectNodeContents(element.querySelector(selector) ?? element)
        return range.getBoundingClientRect()
      })
      const { right } = element.getBoundingClientRect()
      return [right - (end?.right ?? 0), (end?.top ?? 0) - (name?.top ?? 1)].map(Math.round)
    })
    expect(toTheEdge).toBe(16)
    expect(apart).toBe(0)
  })

  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('a link in a sentence can be touched, and leaves its lines where they are', async ({
  page,
}) => {
  await page.goto('/confirm-address/a-token')
  const link = page.getByRole('link', { name: 'sign in' })
  const sentence = page.getByRole('paragraph').filter({ has: link })
  await expect(sentence).toBeVisible()
  const lines = await sentence.evaluate(
    (paragraph) =>
      paragraph.clientHeight / Number.parseFloat(getComputedStyle(paragraph).lineHeight),
  )
  expect(lines).toBeCloseTo(2)
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})
