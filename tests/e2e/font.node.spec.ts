import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'
import { framesDuring } from './support/frames'
import { shareChanged } from './support/pixels'
import { openSignedIn } from './support/session'

// Without the picture beside the sign-in, which fades in.
test.use({ viewport: { width: 390, height: 844 } })

/** Opens a page whose code doesn't arrive. @returns the frames that show something, and the last of them. */
async function framesOf(page: Page, path: string) {
  await page.goto('about:blank')
  const blank = await page.screenshot()
  // Not by `page.route`, which switches the browser's cache off.
  const session = await page.context().newCDPSession(page)
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js' }] })
  const frames = await framesDuring(page, async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('.early').filter({ visible: true })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    // A picture comes after its frame.
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    )
  })
  const last = await page.screenshot()
  const shown: Buffer[] = []
  for (const frame of frames) {
    if ((await shareChanged(page, blank, frame)) > 0.001) shown.push(frame)
  }
  await session.detach()
  return { shown, last }
}

for (const path of ['/signin', '/dashboard/main']) {
  test(`from the second visit on, ${path} is in Inter from its first frame`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (path.startsWith('/dashboard')) await openSignedIn(page, 'admin')
    const first = await framesOf(page, path)
    await page.goto(path)
    await fontHasCome(page)
    const second = await framesOf(page, path)
    expect(second.shown.length).toBeGreaterThan(0)
    for (const frame of second.shown) {
      expect(await shareChanged(page, frame, second.last)).toBeLessThan(0.0005)
    }
    // The first visit began in another font: a difference is seen.
    expect(await shareChanged(page, first.last, second.last)).toBeGreaterThan(0.002)
  })
}
