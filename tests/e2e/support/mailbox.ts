import { expect, type Page } from '@playwright/test'

/**
 * Reads the newest captured mail to an address, on either host: the page must be one of the app's.
 * @param start of the link's path, where the mail has several. @returns the path it leads to, as in `/invite/…`.
 */
export async function mailedPath(page: Page, to: string, start = '/'): Promise<string> {
  const text = await page.evaluate(async (address) => {
    const mails: Array<{ to: string; text: string }> = await (
      await fetch('/dev/mailbox.json')
    ).json()
    return mails.find((mail) => mail.to === address)?.text ?? ''
  }, to)
  // On its own line, so that no mail program takes following text for a part of it.
  const paths = [...text.matchAll(/^https?:\/\/[^/\s]+(\/\S+)$/gm)].map(([, path]) => path)
  const path = paths.find((one) => one?.startsWith(start))
  expect(path, `a link in a mail to ${to}`).toBeDefined()
  return path ?? ''
}

/** Confirms the address of whoever is signed in, from the profile page on, and leads back there. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible()
  await page.goto(await mailedPath(page, email))
  await page.getByRole('button', { name: 'Yes, confirm my address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
}
