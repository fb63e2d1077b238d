import { expect, type Page } from '@playwright/test'
import { calls } from '../../contract/calls'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import {
  adminPages,
  linkedPages,
  noSuchPage,
  signedInPages,
  signedOutPages,
} from '../support/pages'
import { axe, axeInBothThemes } from './support/axe'
import { dashboardFrame, sampleAddress } from './support/dashboard'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { tabTo, walkByTab } from './support/keyboard'
import { expectSignedOut, openSignedIn, openSignIn } from './support/session'
import { openSettled, settled } from './support/settled'

/** Low, so that the way back by keys scrolls. */
const desk = { width: 1440, height: 600 }
const phone = { width: 390, height: 844 }
/** A window of 1280 × 1024 px at 400 % zoom. */
const zoomed = { width: 320, height: 256 }

// A colour caught half-way through a transition has a contrast that nobody reads at.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: desk })

/** Fits on no line. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
/** Pages whose form has nothing wrong in it. */
const filledIn = ['/dashboard/profile', '/dashboard/organisation']

/** In the page. @returns texts that are cut off without a way to read them, and a page that is too wide. */
function findLost(): string[] {
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

/** @returns the names of everything on the page that can be pressed or followed, but a table's sort. */
async function findActions(page: Page): Promise<string[]> {
  const snapshot = await page.getByRole('main').ariaSnapshot()
  return snapshot
    .replace(/- columnheader.*\n *- button.*|- combobox "Sort .*/g, '')
    .split('\n')
    .flatMap((line) => /- (?:button|link|combobox|textbox|checkbox) "(.*?)"/.exec(line)?.[1] ?? [])
    .sort()
}

/** Expects that the page loses nothing on a phone and at 400 %, and that as much can be done there as at a desk. */
async function expectWholeWhenNarrow(page: Page, isSignedIn: boolean): Promise<void> {
  const atADesk = await findActions(page)
  for (const size of [phone, zoomed]) {
    const at = `${size.width} px`
    await page.setViewportSize(size)
    // Polled: sidebar and drawer change places a moment after the window.
    await expect.poll(() => page.evaluate(findLost), at).toEqual([])
    if (size === phone) await expect.poll(() => findActions(page)).toEqual(atADesk)
    if (!isSignedIn) continue
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => page.evaluate(beginsBelowTheBar), `${at}: uncovered`).toBe(true)
  }
}

/**
 * Opens each page, and uses it by eye, by keys, with what is wrong in its form, and by touch. The first one is loaded, the
 * others follow as by a link: loading the app and axe for each took half of the time.
 */
async function expectUsable(
  page: Page,
  pages: readonly { path: string; shows: string }[],
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const setTouch = (enabled: boolean) =>
    client.send('Emulation.setTouchEmulationEnabled', { enabled })
  for (const [index, { path, shows }] of pages.entries()) {
    await test.step(path, async () => {
      const isSignedIn = path.startsWith('/dashboard')
      if (index === 0) await page.goto(path)
      else await page.evaluate((to) => history.pushState(null, '', to), path)
      await settled(page, shows)
      // Tab passes over a frame that isn't loaded.
      if (path === '/dashboard/main') await dashboardFrame(page)
      await walkByTab(page, isSignedIn && path !== '/dashboard/main' ? 'main' : 'body')
      const submit = page.locator('main form [type=submit]').first()
      if ((await submit.count()) > 0 && !filledIn.includes(path)) {
        await submit.click()
        await expect(page.locator('[aria-invalid]').first()).toBeVisible()
      }
      await axeInBothThemes(page)
      // Where one touches, buttons are larger and leave less room.
      await setTouch(true)
      await expectWholeWhenNarrow(page, isSignedIn)
      await setTouch(false)
      await page.setViewportSize(desk)
    })
  }
}

test('signed out, every page is accessible in both themes, by keys, on a phone and at 400 %', async ({
  page,
  browserErrors,
}) => {
  // The mailbox shows a mail without letting it run anything.
  browserErrors.allow(/Blocked script execution/)
  const sample = { path: await sampleAddress(page), shows: 'Acme Analytics' }
  await expectUsable(page, [sample])
  await expectUsable(page, [...signedOutPages, ...linkedPages])
  await openSettled(page, { path: '/dev/mailbox', shows: 'Mailbox' })
  await axeInBothThemes(page)

  await test.step('text has the size that the browser is set to', async () => {
    const client = await page.context().newCDPSession(page)
    await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.setViewportSize(phone)
    await page.goto('/register')
    await expect(page.locator('html')).toHaveCSS('font-size', '32px')
    await expect.poll(() => page.evaluate(findLost)).toEqual([])
  })
})

const isForAdmins = ({ path }: { path: string }) => adminPages.some((one) => one.path === path)

for (const [whose, pages] of [
  ['of all users', signedInPages.filter((page) => !isForAdmins(page))],
  ['of admins', [...adminPages, noSuchPage]],
] as const) {
  test(`every page ${whose} is accessible in both themes, by keys, on a phone and at 400 %, whatever its names`, async ({
    page,
  }) => {
    await signInToFixedAnswers(page, longName)
    const named = pages.map(({ path, shows }) => ({
      path,
      shows: shows.replace('Acme Analytics Overview', longName),
    }))
    await expectUsable(page, named)
  })
}

test('by keys alone somebody signs in, passes the menu, searches, changes theme and page, and logs out', async ({
  page,
}) => {
  const { keyboard } = page
  await openSignIn(page)
  const password = page.getByRole('textbox', { name: 'Password' })
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(demoAdmin.email)
  await keyboard.press('Tab')
  await keyboard.type(demoPassword)
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused()
  await tabTo(page, password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/default')

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await keyboard.press('Control+K')
  await expect(page.getByRole('option').first()).toBeVisible()
  await axeInBothThemes(page)
  await keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'Switch to dark theme' }))
  await keyboard.press('Enter')
  await expect(page.locator('html')).toContainClass('dark')
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeFocused()

  await page.setViewportSize({ width: 820, height: 900 })
  const button = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeHidden()
  await tabTo(page, button)
  await keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await axeInBothThemes(page)
  // Tab stays in the drawer, or reaches the browser itself.
  for (let presses = 0; presses < 16; presses++) {
    await keyboard.press('Tab')
    const isOutside = await drawer.evaluate(
      (element) =>
        document.activeElement !== document.body && !element.contains(document.activeElement),
    )
    expect(isOutside).toBe(false)
  }
  await keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, drawer.getByRole('link', { name: 'Profile', exact: true }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Profile menu' }))
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile Settings' })).toBeFocused()
  await axeInBothThemes(page)
  await keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeFocused()
  await keyboard.press('Enter')
  await expectSignedOut(page)
})

test('dialogs, toasts and whatever waits or fails are accessible in both themes', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED|status of 403|Failed to fetch profile data/)
  await openSignedIn(page, '/dashboard/subscription')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await axeInBothThemes(page)
  await page.goto('/dashboard/profile?tab=account')
  await page.getByRole('button', { name: 'Leave…' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await axeInBothThemes(page)

  await page.setViewportSize(phone)
  await page.route(`**${calls.setRole.path}`, (route) => route.abort())
  await page.goto('/dashboard/invite-team')
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Make/ }).click()
  // It stays while the pointer is over it.
  await page.getByText('Check the list before you try again.').hover()
  await axeInBothThemes(page)

  await page.route('**/api/profile/', () => {})
  await page.goto('/dashboard/profile')
  // The prerendered page looks the same as the app that waits.
  await expect(page.locator('.early')).toHaveCount(0)
  await expect(page.getByText('Loading your profile…')).toBeAttached()
  await axeInBothThemes(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/profile/', (route) => route.fulfill({ status: 403, json: {} }))
  await page.reload()
  await expect(page.getByText('No profile data available.')).toBeVisible()
  await axe(page)
})
