import { expect, type Page } from '@playwright/test'
import { linkedPages, noSuchPage, signedInPages, signedOutPages } from '../support/pages'
import { sampleAddress } from './support/dashboard'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { openSettled } from './support/settled'

// Where one touches, buttons are larger and leave less room.
test.use({ hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** A window of 1280 × 1024 px at 400 % zoom. */
const zoomed = { width: 320, height: 256 }

/** Fits on no line. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** In the page. @returns texts that are cut off without a way to read them, and a page that is too wide. */
function whatIsLost(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const tooWide = scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : []
  const main = document.querySelector('main')?.getBoundingClientRect()
  if (main && main.left < 0) tooWide.push(`the main part, on the left by ${-main.left} px`)
  const cut = [...document.querySelectorAll<HTMLElement>('main *, header *')].filter((element) => {
    const tooNarrow = element.scrollWidth > element.clientWidth + 1
    const tooLow = element.scrollHeight > element.clientHeight + 1
    if (element.clientWidth <= 1 || !(tooNarrow || tooLow)) return false
    const { display, overflowX, textOverflow } = getComputedStyle(element)
    // Buttons don't clip, but what hangs out of them lies over their neighbours.
    if (element.matches('button, a')) return display !== 'inline' && tooNarrow
    return ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis'
  })
  // Of these few alone, because to lay a text out for it takes long.
  const texts = cut.filter(({ innerText }) => innerText)
  return [...tooWide, ...texts.map(({ tagName, innerText }) => `${tagName}: ${innerText}`)]
}

/** In the page, not scrolled. @returns whether the main part can be seen and pressed right below the bar. */
function beginsBelowTheBar(): boolean {
  const bar = document.querySelector('header')?.getBoundingClientRect()
  const main = document.querySelector('main')
  if (!bar || !main) return false
  const { left, width } = main.getBoundingClientRect()
  return main.contains(document.elementFromPoint(left + width / 2, bar.bottom + 4))
}

/** In the page. @returns titles of more than one line, and parts of the way to the page that are cut off. */
function whatIsSqueezed(): string[] {
  const titles = [...document.querySelectorAll('h1')].filter((title) => {
    const range = document.createRange()
    range.selectNodeContents(title)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size !== 1
  })
  const way = document.querySelectorAll<HTMLElement>('[aria-label="Breadcrumb"] li')
  const cut = [...way].filter((item) => item.scrollWidth > item.clientWidth)
  return [...titles, ...cut].map((element) => `${element.tagName}: ${element.innerText}`)
}

/** @returns the names of everything on the page that can be pressed or followed, but a table's sort. */
async function whatCanBeDone(page: Page): Promise<string[]> {
  const snapshot = await page.getByRole('main').ariaSnapshot()
  return snapshot
    .replace(/- columnheader.*\n *- button.*|- combobox "Sort .*/g, '')
    .split('\n')
    .flatMap((line) => /- (?:button|link|combobox|textbox|checkbox) "(.*?)"/.exec(line)?.[1] ?? [])
    .sort()
}

/** Expects that pages lose nothing on a phone and at 400 %, and that as much can be done there as at a desk. */
async function expectUsable(
  page: Page,
  pages: readonly { path: string; shows: string }[],
): Promise<void> {
  let found = 0
  for (const { path, shows } of pages) {
    await test.step(path, async () => {
      const isSignedIn = path.startsWith('/dashboard')
      await page.setViewportSize(desk)
      await openSettled(page, { path, shows })
      await expect(async () => {
        await page.setViewportSize(desk)
        const atADesk = await whatCanBeDone(page)
        found += atADesk.length
        await page.setViewportSize(phone)
        await expect.poll(() => whatCanBeDone(page), { timeout: 1_000 }).toEqual(atADesk)
      }).toPass({ timeout: 15_000 })
      // With all that is wrong below its fields.
      if (path === '/register') await page.getByRole('button', { name: 'Register' }).click()
      for (const size of [phone, zoomed]) {
        const at = `${size.width} px`
        await page.setViewportSize(size)
        // Polled: sidebar and drawer change places a moment after the window.
        await expect.poll(() => page.evaluate(whatIsLost), at).toEqual([])
        if (!isSignedIn) continue
        await expect.poll(() => page.evaluate(beginsBelowTheBar), `${at}: uncovered`).toBe(true)
        if (size === phone) expect(await page.evaluate(whatIsSqueezed), at).toEqual([])
      }
    })
  }
  expect(found).toBeGreaterThan(20)
}

test('signed out, every screen is whole at 390 px and at 400 %, and text has the size that the browser is set to', async ({
  page,
}) => {
  const sample = { path: await sampleAddress(page), shows: 'Acme Analytics' }
  await expectUsable(page, [...signedOutPages, ...linkedPages, sample])
  const client = await page.context().newCDPSession(page)
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const path of ['/signin', '/register']) {
    await page.setViewportSize(phone)
    await page.goto(path)
    await expect(page.locator('html')).toHaveCSS('font-size', '32px')
    await expect.poll(() => page.evaluate(whatIsLost), `${path}, text at 200 %`).toEqual([])
  }
})

test('signed in, every screen is whole at 390 px and at 400 %, whatever its names', async ({
  page,
}) => {
  await signInToFixedAnswers(page, longName)
  const pages = [...signedInPages, noSuchPage].map(({ path, shows }) => ({
    path,
    shows: shows.replace('Acme Analytics Overview', longName),
  }))
  await expectUsable(page, pages)

  // On a low screen the page scrolls, and the bar with it.
  await page.setViewportSize({ ...desk, width: 390 })
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
  await page.setViewportSize(zoomed)
  const banner = page.getByRole('banner')
  const distance = () => banner.evaluate((element) => element.getBoundingClientRect().bottom)
  await page.mouse.wheel(0, 400)
  await expect.poll(distance).toBeLessThan(0)
  await page.setViewportSize({ width: 320, height: 480 })
  await expect.poll(distance).toBeGreaterThan(0)
})
