import { expect, type Page } from '@playwright/test'

/**
 * Reads the newest captured mail to an address, on either host: the page must be one of the app's.
 * @returns the path its link leads to, as in `/invite/…`.
 */
export async function mailedPath(page: Page, to: string): Promise<string> {
  const text = await page.evaluate(async (address) => {
    const mails: Array<{ to: string; text: string }> = await (
      await fetch('/dev/mailbox.json')
    ).json()
    return mails.find((mail) => mail.to === address)?.text ?? ''
  }, to)
  // On a line of its own, so that a mail program can't take what follows for a part of it.
  const [, path] = /^https?:\/\/[^/\s]+(\/\S+)$/m.exec(text) ?? []
  expect(path, `a link in a mail to ${to}`).toBeDefined()
  return path ?? ''
}
