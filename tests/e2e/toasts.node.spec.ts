import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

/** Opens a page that shows a toast: the link is for people who are signed out (D5). */
async function openWithToast(page: Page): Promise<Locator> {
  await page.goto('/reset-password/a-token')
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Log out first')
  await expect(toast).toHaveAttribute('data-mounted', 'true')
  await toast.evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)))
  return toast
}

/** Drags by a part of the toast's width: to the right when positive, to the left when negative. */
async function drag(page: Page, toast: Locator, part: number, steps: number): Promise<void> {
  const box = await toast.boundingBox()
  if (!box) throw new Error('the toast has no place on the page')
  const from = part > 0 ? box.x + 12 : box.x + box.width - 12
  const y = box.y + box.height / 2
  await page.mouse.move(from, y)
  await page.mouse.down()
  await page.mouse.move(from + box.width * part, y, { steps })
  await page.mouse.up()
}

/** Expects that nothing of a title of several lines shows through the toast above it. */
async function expectNoTitleThrough(page: Page, toast: Locator): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((element) => {
    element.textContent = 'A title of several lines '.repeat(4)
  })
  const [box, title] = [await toast.boundingBox(), await heading.boundingBox()]
  if (!box || !title) throw new Error('the toast or the title has no place on the page')
  expect(box.y).toBeLessThan(title.y + title.height)
  const [x, y] = [title.x + 10, Math.max(box.y + 4, title.y + 4)]
  const isToast = ([left, top]: number[]) =>
    document.elementFromPoint(left ?? 0, top ?? 0)?.closest('[data-sonner-toast]') !== null
  expect(await page.evaluate(isToast, [x, y])).toBe(true)
}

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, 'admin')
})

test('a toast shows at the top right for five seconds', async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (!document.querySelector('[data-sonner-toast]')) return
      document.documentElement.dataset.toastAppeared ??= String(Date.now())
    }).observe(document, { subtree: true, childList: true })
  })
  const toast = await openWithToast(page)
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(100)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280 - 60)
  const appeared = Number(await page.locator('html').getAttribute('data-toast-appeared'))
  await page.clock.pauseAt(appeared + 4_900)
  await expect(toast).toHaveAttribute('data-removed', 'false')
  await page.clock.runFor(1_000)
  await expect(toast).toHaveCount(0)
})

test('a toast covers neither the top bar nor an open menu, and no title shows through it', async ({
  page,
}) => {
  await page.clock.install()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const toast = await openWithToast(page)
    const [topBar, place] = [
      await page.getByRole('banner').boundingBox(),
      await toast.boundingBox(),
    ]
    expect(place?.y).toBeGreaterThanOrEqual((topBar?.y ?? 0) + (topBar?.height ?? 800))
    // It stays as long as this takes.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
    await page.getByRole('button', { name: 'Profile menu' }).click()
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    const [above, below] = [await menu.boundingBox(), await toast.boundingBox()]
    if (!above || !below) throw new Error('menu or toast has no place on the page')
    expect(below.y, 'they meet').toBeLessThan(above.y + above.height)
    const covered = await menu.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.3, 0.5, 0.7, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)]),
      )
      return points.filter(([x = 0, y = 0]) => !element.contains(document.elementFromPoint(x, y)))
    })
    expect(covered).toEqual([])
    await page.keyboard.press('Escape')
    if (width === 390) await expectNoTitleThrough(page, toast)
    await page.clock.resume()
  }
})

test('a toast stays while the pointer is over it', async ({ page }) => {
  await page.clock.install()
  const toast = await openWithToast(page)
  await toast.hover()
  await expect(page.locator('[data-sonner-toaster] [data-expanded="true"]')).toHaveCount(1)
  await page.clock.runFor(60_000)
  await expect(toast).toHaveAttribute('data-removed', 'false')
  await page.mouse.move(100, 600)
  await expect(page.locator('[data-sonner-toaster] [data-expanded="true"]')).toHaveCount(0)
  await page.clock.runFor(6_000)
  await expect(toast).toHaveCount(0)
})

test('a toast dragged by 70 percent of its width, or flicked, springs back; beyond 80 it goes', async ({
  page,
}) => {
  const toast = await openWithToast(page)
  const place = await toast.boundingBox()
  for (const [part, steps] of [
    [0.7, 10],
    [-0.7, 10],
    [0.3, 1],
    [-0.3, 1],
  ] as const) {
    await drag(page, toast, part, steps)
    await expect.poll(() => toast.boundingBox(), `after a drag by ${part}`).toEqual(place)
    await expect(toast).toHaveAttribute('data-removed', 'false')
  }
  for (const part of [0.85, -0.85]) {
    const other = await openWithToast(page)
    await drag(page, other, part, 10)
    // At once, not at the end of its time, which stands still under the pointer.
    await expect(other, `after a drag by ${part}`).toHaveCount(0, { timeout: 3_000 })
  }
})
