import { expect, type Page } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
/** It goes a task after the dialog is hidden, and only then do the keys open the palette again. */
const field = (page: Page) => page.getByRole('combobox', { name: 'Search', includeHidden: true })

test('the palette opens in three ways, and returns the focus, also to a menu’s button', async ({
  page,
}) => {
  await openSignedIn(page, 'member', '/dashboard/profile')
  const box = page.getByRole('button', { name: 'Search...' })
  const name = page.getByLabel('Full Name')
  await expect(name).toBeVisible()

  await box.click()
  await expect(field(page)).toBeFocused()
  await expect(
    palette(page).getByRole('option', { name: 'Copy the organisation link' }),
  ).toBeVisible()
  await axeInBothThemes(page)
  await page.keyboard.type('zebra')
  await expect(palette(page)).toContainText('Nothing found for “zebra”.')
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(box).toBeFocused()

  await page.keyboard.press('/')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.mouse.click(20, 600)
  await expect(palette(page)).toBeHidden()

  await name.focus()
  for (const keys of ['Control+k', 'Meta+k']) {
    await page.keyboard.press(keys)
    await expect(field(page)).toBeFocused()
    await page.getByRole('button', { name: 'Close search' }).click()
    await expect(palette(page)).toBeHidden()
    await expect(name).toBeFocused()
  }

  await test.step('over a menu', async () => {
    const button = page.getByRole('button', { name: 'Profile menu' })
    for (const way of ['click', 'keys'] as const) {
      if (way === 'click') await button.click()
      else await page.keyboard.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Control+k')
      await expect(field(page)).toBeFocused()
      await expect(page.getByRole('menu')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
      await expect(button).toBeFocused()
    }
  })
})

test('keys typed before the palette’s code has loaded go into the palette', async ({ page }) => {
  const release = await hold(page, '**/assets/PaletteSearch-*.js')
  await openSignedIn(page, 'admin', '/dashboard/profile')
  const name = page.getByLabel('Full Name')
  await name.focus()
  const before = await name.inputValue()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pri')
  const early = palette(page).getByRole('textbox', { name: 'Search' })
  await expect(early).toHaveValue('pri')
  await expect(palette(page).getByText('Loading...')).toBeVisible()
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(name).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('pri')
  release()
  // The plans, whose prices come late, may follow.
  await expect(palette(page).getByRole('option').first()).toHaveText('Pricing')
  await page.keyboard.type('cing')
  await expect(field(page)).toHaveValue('pricing')
  await expect(name).toHaveValue(before)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/pricing')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the query stays if the palette’s code fails to load, and a retry runs it', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/PaletteSearch-|A part of the app could not be loaded/)
  let isBlocked = true
  await page.route('**/assets/PaletteSearch-*.js', (route) =>
    isBlocked ? route.abort() : route.continue(),
  )
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pri')
  await expect(palette(page).getByRole('alert')).toHaveText('The search could not be loaded.')
  await expect(palette(page).getByRole('textbox', { name: 'Search' })).toHaveValue('pri')
  await axeInBothThemes(page)
  isBlocked = false
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  // The plans, whose prices come late, may follow.
  await expect(palette(page).getByRole('option').first()).toHaveText('Pricing')
  await expect(field(page)).toHaveValue('pri')
  await expect(field(page)).toBeFocused()
})
