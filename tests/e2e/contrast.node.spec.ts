import { expect, type Page } from '@playwright/test'
import { linkedPages, noSuchPage, signedInPages, signedOutPages } from '../support/pages'
import { axeOfMoreContrast } from './support/axe'
import { sampleAddress } from './support/dashboard'
import { faintControls } from './support/faint-controls'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'
import { showInTheme } from './support/theme'

// A colour caught half-way through a transition has a contrast that nobody sees.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
// Every control of every page takes its time on a busy machine.
test.slow()

/** Pages whose form has nothing wrong in it. */
const filledIn = ['/dashboard/profile', '/dashboard/organisation']

/** Looks at every page, at fields that are wrong, at dialogs, and at the palette. */
async function lookEverywhere(page: Page, look: (at: string) => Promise<unknown>): Promise<void> {
  const sample = { path: await sampleAddress(page), shows: 'Acme Analytics' }
  const mailbox = { path: '/dev/mailbox', shows: 'Mailbox' }
  for (const { path, shows } of [
    ...signedOutPages,
    ...linkedPages,
    mailbox,
    sample,
    ...signedInPages,
    noSuchPage,
  ]) {
    if (path === signedInPages[0]?.path) await signInToFixedAnswers(page)
    const at = path.replace(/\?token=.*/, '')
    await page.goto(path)
    await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
    if (path.startsWith('/dashboard')) await fontHasCome(page)
    await look(at)
    const submit = page.locator('main form [type=submit]').first()
    if ((await submit.count()) > 0 && !filledIn.includes(path)) {
      await submit.click()
      await expect(page.locator('[aria-invalid]').first()).toBeVisible()
      await look(`${at}, with what is wrong`)
    }
  }

  await page.goto('/dashboard/subscription')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await look('a question')
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Leave…' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await look('a dialog with a field that is wrong')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('the palette')
}

test('every control and its states stand out from what is around them, 3 to 1, and more of it shows to whoever asks the system for more contrast', async ({
  page,
}) => {
  const found: string[] = []
  await lookEverywhere(page, async (at) => {
    found.push(...(await faintControls(page, 3, at)))
    await page.emulateMedia({ contrast: 'more' })
    found.push(...(await faintControls(page, 4.5, `${at}, with more contrast`)))
    for (const theme of ['dark', 'light'] as const) {
      await showInTheme(page, theme)
      await axeOfMoreContrast(page, `${at}, with more contrast, ${theme}`)
    }
    await page.emulateMedia({ contrast: null })
  })
  expect(found).toEqual([])
})
