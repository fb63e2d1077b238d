import { expect, type Page } from '@playwright/test'
import { phoneOf } from '../support/phone'
import { test } from './support/fixtures'
import { openInNewOrganisation, password, signOut, submitSignIn } from './support/session'

/**
 * Translates the page as Chrome does: each text goes into two `font` elements, which take the text node's place, also texts
 * that come later. The words stay, so that tests find them.
 */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isLeftAlone = (text: Text) =>
      text.data.trim() === '' ||
      text.parentElement?.closest('font, script, style, svg, title, textarea, [translate="no"]') !==
        null

    function translateIn(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (isLeftAlone(text)) continue
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }

    new MutationObserver((changes) => {
      for (const { target } of changes) translateIn(target)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('signing in, a profile and a second factor work on a translated page', async ({
  page,
  browserErrors,
}) => {
  // The translation may come before the app: React then renders the prerendered page anew.
  browserErrors.allow(/Minified React error #418|status of 4\d\d/)
  await translate(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const { email } = await openInNewOrganisation(page, '/signin')
  await signOut(page)
  await page.goto('/signin')
  await submitSignIn(page, email, 'not-the-password')
  await expect(page.getByRole('alert')).toBeVisible()
  await submitSignIn(page, email, password)
  await expect(page.getByText('Signed in. Opening your dashboard…')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/default')

  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByLabel('Full Name').fill('Ada Stone')
  await button('Update Profile').click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await button('Set up…').click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(password)
  await button('Continue').click()
  const key = (await page.getByRole('main').locator('code').innerText()).replace(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(phoneOf(key).next())
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  // They must stay as they are.
  await expect(codes.locator('font')).toHaveCount(0)
  await button('I’ve saved them').click()
  await expect(page.getByRole('main').getByText(/^On since /)).toBeVisible()
})
