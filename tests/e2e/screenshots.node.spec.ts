import { expect } from '@playwright/test'
import { signedInPages, signedOutPages } from '../support/pages'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { openSettled } from './support/settled'
import { showInTheme } from './support/theme'

/** What shows in the pictures of other pages already. */
const alike = ['/forgot-password', '/reset-password/a-token', '/orginisation', '/dashboard/default']
const pages = [...signedOutPages, ...signedInPages].filter(({ path }) => !alike.includes(path))

/**
 * What other machines may draw otherwise: how text is smoothed is set in `playwright.config.ts`, because
 * without that up to 3,600 pixels of a wide screen differed by more than this, more than an entry of the
 * menu has. Drawn twice on one machine, nothing differs. A hundred hid a missing button with an icon.
 */
const tolerance = { threshold: 0.3, maxDiffPixels: 20 }

const wideDark = { theme: 'dark', width: 1440, height: 900 } as const
const narrowLight = { theme: 'light', width: 390, height: 844 } as const
/** What wide screens alone show: the picture beside the forms on the first page, the menu and tables on the second. */
const alsoWideLight = ['/signin', '/dashboard/subscription']

test('the main screens look as they did, in both themes and on a phone', async ({ page }) => {
  // The year stands in the footer.
  await page.clock.setFixedTime('2026-11-20T12:00:00Z')
  for (const { path, shows } of pages) {
    const signedIn = path.startsWith('/dashboard/')
    if (path === signedInPages[0]?.path) await signInToFixedAnswers(page)
    await page.setViewportSize(wideDark)
    await openSettled(page, { path, shows })
    await expect(page.locator('aside.brand-panel')).toHaveCount(signedIn ? 0 : 1)
    if (!signedIn) await page.waitForFunction(drawWithoutGradients)
    await page.evaluate(nameTheHost)
    const wideLight = { ...wideDark, theme: 'light' } as const
    const looks = [wideDark, ...(alsoWideLight.includes(path) ? [wideLight] : []), narrowLight]
    for (const { theme, width, height } of looks) {
      await page.setViewportSize({ width, height })
      await showInTheme(page, theme)
      const name = `${path.split('/').at(-1)?.replace('?tab=', '-')}-${theme}-${width}.png`
      const mask = [
        // Its charts have tests of their own, and their dates move on.
        page.locator('main iframe'),
        // The port differs each time.
        page.locator('dd', { has: page.getByRole('button', { name: 'Copy the link' }) }),
      ]
      const drawn = await page.screenshot({ mask, animations: 'disabled' })
      expect.soft(drawn).toMatchSnapshot(name, tolerance)
    }
  }
})

/** Names another host before the organisation's address: the port differs each time. Runs in the page. */
function nameTheHost(): void {
  for (const host of document.querySelectorAll('main form span:has(+ input)')) {
    host.textContent = 'orglens.example/'
  }
}

/**
 * Takes the gradients out of the drawing beside the forms: behind it they would make the picture ten
 * times as large.
 * @returns whether the drawing was there already. Runs in the page.
 */
async function drawWithoutGradients(): Promise<boolean> {
  const panel = document.querySelector('.brand-panel')
  if (!panel) return false
  const { backgroundImage } = getComputedStyle(panel, '::before')
  const [, address] = /^url\("(.+)"\)$/.exec(backgroundImage) ?? []
  if (address === undefined) return false
  const drawing = await (await fetch(address)).text()
  const plain = drawing.replaceAll(/fill="url\([^)]*\)"/g, 'fill="none"')
  if (plain === drawing) throw new Error('The drawing has no gradients.')
  const image = `url("data:image/svg+xml,${encodeURIComponent(plain)}") !important`
  document.styleSheets[0]?.insertRule(`.brand-panel::before { background-image: ${image} }`)
  return true
}
