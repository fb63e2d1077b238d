import { expect } from '@playwright/test'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'
import { startInTheme } from './support/theme'

/** Each screen, and the heading of the part that comes last. */
const screens = [
  { name: 'sign-in', path: '/signin', shows: 'Sign in', signedIn: false },
  { name: 'register', path: '/register', shows: 'Create an account', signedIn: false },
  { name: 'main', path: '/dashboard/main', shows: 'Acme Analytics Overview', signedIn: true },
  { name: 'pricing', path: '/dashboard/pricing', shows: 'Scale', signedIn: true },
  {
    name: 'subscription',
    path: '/dashboard/subscription',
    shows: 'Subscription Activity',
    signedIn: true,
  },
  { name: 'profile', path: '/dashboard/profile', shows: 'Update Profile', signedIn: true },
  { name: 'invite-team', path: '/dashboard/invite-team', shows: 'Good to know', signedIn: true },
] as const

/**
 * What other machines may draw otherwise: how text is smoothed is set in `playwright.config.ts`, because
 * without that up to 3,600 pixels of a wide screen differed by more than this, more than an entry of the
 * menu has. Drawn twice on one machine, nothing differs.
 */
const tolerance = { threshold: 0.3, maxDiffPixels: 100 }

const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 390, height: 844 },
] as const

for (const { theme, width, height } of looks) {
  test(`the main screens look as they did, ${theme} and ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    // The year stands in the footer.
    await page.clock.setFixedTime('2026-11-20T12:00:00Z')
    await startInTheme(page, theme)
    for (const { name, path, shows, signedIn } of screens) {
      if (signedIn && name === 'main') await signInToFixedAnswers(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
      await expect(page).toHaveTitle(/Orglens$/)
      // It comes once what stands above it has come.
      if (signedIn) await expect(page.getByText('© 2026')).toBeVisible()
      await fontHasCome(page)
      // Behind the drawing they would make the picture ten times as large.
      await page.locator('aside.brand-panel').evaluateAll(async (panels: HTMLElement[]) => {
        for (const panel of panels) {
          const { backgroundImage } = getComputedStyle(panel)
          const [, drawing = ''] =
            /^url\("data:image\/svg\+xml,(.+)"\)$/.exec(backgroundImage) ?? []
          const plain = decodeURIComponent(drawing).replaceAll(
            /fill='url\([^)]*\)'/g,
            "fill='none'",
          )
          if (!plain.includes("fill='none'")) throw new Error('The drawing has no gradients.')
          panel.style.backgroundImage = `url("data:image/svg+xml,${encodeURIComponent(plain)}")`
        }
      })
      await expect.soft(page).toHaveScreenshot(`${name}-${theme}-${width}.png`, {
        ...tolerance,
        mask: [
          // Its charts have tests of their own, and their dates move on.
          page.locator('main iframe'),
          // The port differs each time.
          page.getByRole('button', { name: 'Copy the link' }).locator('..'),
        ],
      })
    }
  })
}
