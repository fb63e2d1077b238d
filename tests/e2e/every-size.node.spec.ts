import { expect, type Locator, type Page } from '@playwright/test'
import { linkedPages, noSuchPage, signedInPages, signedOutPages } from '../support/pages'
import { sampleAddress } from './support/dashboard'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'
import { openSignedIn } from './support/session'

// Where one touches, buttons are larger and leave less room.
test.use({ hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })
// Every screen at every size takes its time on a busy machine.
test.slow()

const formPages = [
  ...signedOutPages,
  { path: '/orginisation/acme-analytics', shows: 'Your organization' },
]
const signedOut = [...formPages, ...linkedPages, { path: '/dev/mailbox', shows: 'Mailbox' }]

/** Where as much can be done on a phone as at a desk. */
const sameEverywhere = [...signedOutPages, ...linkedPages, ...signedInPages].map(({ path }) => path)

const desk = { name: 'a desk', font: 16, width: 1440, height: 900 }
/** What windows, and a browser's settings for text and zoom, come to. */
const settings = [
  desk,
  { name: 'a tablet', font: 16, width: 820, height: 1180 },
  { name: '200 % zoom', font: 16, width: 640, height: 450 },
  { name: 'a phone', font: 16, width: 390, height: 844 },
  { name: 'a phone held sideways', font: 16, width: 844, height: 390 },
  { name: '400 % zoom', font: 16, width: 320, height: 256 },
  { name: '200 % text', font: 32, width: 1440, height: 900 },
  { name: '200 % text on a phone', font: 32, width: 390, height: 844 },
]

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
    .replace(/- columnheader.*\n *- button.*/g, '')
    .split('\n')
    .flatMap((line) => /- (?:button|link|combobox|textbox|checkbox) "(.*?)"/.exec(line)?.[1] ?? [])
    .sort()
}

/** Expects that a heading that gets the focus has no box around it. */
async function expectNoBox(heading: Locator, at: string): Promise<void> {
  await heading.evaluate((element: HTMLElement) => {
    element.tabIndex = -1
    element.focus({ preventScroll: true })
  })
  await heading.page().keyboard.press('Shift')
  await expect(heading, `${at}: the focused heading`).toHaveCSS('outline-style', 'none')
}

/** @returns a function that sets the window's size and the browser's size of text. */
async function sizesOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  return async ({ font, width, height }: typeof desk) => {
    await client.send('Page.setFontSizes', { fontSizes: { standard: font } })
    await page.setViewportSize({ width, height })
  }
}

/**
 * Expects that pages are usable at every size, and that as much can be done on a phone as at a desk.
 * @param lookAtHeading looks at the heading to wait for, at a desk.
 */
async function expectUsable(
  page: Page,
  pages: readonly { path: string; shows: string }[],
  lookAtHeading: (heading: Locator, path: string) => Promise<void>,
): Promise<void> {
  const setSize = await sizesOf(page)
  let found = 0
  for (const { path, shows } of pages) {
    const isSignedIn = path.startsWith('/dashboard')
    await setSize(desk)
    await page.goto(path)
    const shown = page.getByRole('heading', { name: shows, exact: true })
    await expect(shown).toBeVisible()
    if (isSignedIn) await fontHasCome(page)
    await lookAtHeading(shown, path)
    const isSame = sameEverywhere.includes(path)
    if (isSame) {
      await expect(page.locator('main [data-unsettled], main [data-waiting]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
    }
    let atADesk: string[] = []
    // With all that is wrong below its fields.
    if (path === '/register') await page.getByRole('button', { name: 'Register' }).click()
    for (const setting of settings) {
      const at = `${path}, ${setting.name}`
      await setSize(setting)
      // Polled: sidebar and drawer change places a moment after the window.
      await expect.poll(() => page.evaluate(whatIsLost), at).toEqual([])
      if (isSignedIn) {
        await expect.poll(() => page.evaluate(beginsBelowTheBar), `${at}: uncovered`).toBe(true)
      }
      if (isSame && setting.name === 'a desk') {
        atADesk = await whatCanBeDone(page)
        found += atADesk.length
      }
      if (isSame && setting.name === 'a phone') {
        await expect.poll(() => whatCanBeDone(page), `${at}: to do`).toEqual(atADesk)
      }
      if (isSignedIn && setting.name === 'a phone') {
        expect(await page.evaluate(whatIsSqueezed), at).toEqual([])
      }
      const heading = page.getByRole('heading', { level: 1 })
      const size = await heading.evaluate((h1) => Number.parseFloat(getComputedStyle(h1).fontSize))
      expect(size, at).toBeGreaterThanOrEqual(setting.font * 0.875)
      const root = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
      expect(root, `${at}: what a rem is`).toBe(`${setting.font}px`)
    }
  }
  expect(found).toBeGreaterThan(20)
}

test('every signed-out screen is usable at any width, with text at 200 % and at 400 % zoom', async ({
  page,
  browserErrors,
}) => {
  // The mailbox shows a mail without letting it run anything.
  browserErrors.allow(/Blocked script execution/)
  const sample = { path: await sampleAddress(page), shows: 'Acme Analytics' }
  const tops = new Set<number>()
  await expectUsable(page, [...signedOut, sample], async (heading, path) => {
    if (!formPages.some((one) => one.path === path)) return
    tops.add(Math.round((await heading.boundingBox())?.y ?? 0))
  })
  expect([...tops], 'where the headings above forms stand').toHaveLength(1)
})

test('every signed-in screen is usable at any width, with text at 200 % and at 400 % zoom', async ({
  page,
}) => {
  await signInToFixedAnswers(page)
  await expectUsable(page, [...signedInPages, noSuchPage], expectNoBox)

  // On a low screen the page scrolls, and the bar with it.
  const setSize = await sizesOf(page)
  await setSize({ ...desk, width: 390 })
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 256 })
  const banner = page.getByRole('banner')
  const distance = () => banner.evaluate((element) => element.getBoundingClientRect().bottom)
  await page.mouse.wheel(0, 400)
  await expect.poll(distance).toBeLessThan(0)
  await page.setViewportSize({ width: 320, height: 480 })
  await expect.poll(distance).toBeGreaterThan(0)
})

test('names that fit on no line are read whole on a phone', async ({ page }) => {
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  await page.setViewportSize({ width: 390, height: 844 })
  await signInToFixedAnswers(page, name)
  for (const { path, shows } of signedInPages) {
    await page.goto(path)
    const heading = shows.replace('Acme Analytics Overview', name)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect.poll(() => page.evaluate(whatIsLost), path).toEqual([])
  }
})

test('an address that fits on no line widens no screen while it is typed, nor when it is refused', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  const address = `${'a'.repeat(120)}@example.com`
  await openSignedIn(page, 'admin', '/dashboard/invite-team')
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByLabel('Enter Email(s)').fill(address)
    await expect(page.getByRole('listitem').filter({ hasText: address })).toBeVisible()
    await expect.poll(() => page.evaluate(whatIsLost), `${width} px, typed`).toEqual([])
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('No invitations sent.')).toBeVisible()
    await expect.poll(() => page.evaluate(whatIsLost), `${width} px, refused`).toEqual([])
  }
})
