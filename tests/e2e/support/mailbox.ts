import { expect, type Page } from '@playwright/test'

/**
 * Reads the newest captured mail to an address.
 * @param start of the link's path, where the mail has several. @returns the path it leads to, as in `/invite/…`.
 */
export async function mailedPath(page: Page, to: string, start = '/'): Promise<string> {
  const answer = await page.request.get('/dev/mailbox.json')
  const mails = (await answer.json()) as { to: string; text: string }[]
  const text = mails.find((mail) => mail.to === to)?.text ?? ''
  // On its own line, so that no mail program takes following text for a part of it.
  const paths = [...text.matchAll(/^https?:\/\/[^/\s]+(\/\S+)$/gm)].map(([, path = '']) => path)
  const path = paths.find((one) => one.startsWith(start)) ?? ''
  expect(path, `a link in a mail to ${to}`).not.toBe('')
  return path
}
