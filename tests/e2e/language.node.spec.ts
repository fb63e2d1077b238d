import { expect } from '@playwright/test'
import { sampleAddress } from './support/dashboard'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

// Swedish writes '24 dec. 2026' and '99,00 US$', English in Sweden '24 Dec 2026' and '99,00 $'.
test.use({ locale: 'sv-SE' })

const months =
  'January|February|March|April|May|June|July|August|September|October|November|December'

test('what is formatted is English, as the page is, whatever the browser speaks', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/subscription')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(
    page.getByText(new RegExp(`^Renews on \\d+ (${months}) \\d{4} for 99\\s\\$`)),
  ).toBeVisible()
  for (const path of ['subscription', 'invite-team', 'profile', 'audit-log']) {
    await page.goto(`/dashboard/${path}`)
    const times = page.getByRole('table').locator('time')
    await expect(times.first()).toBeVisible()
    for (const text of await times.allInnerTexts()) {
      // Months as English abbreviates them; in Swedish they begin with a small letter.
      expect(text, path).not.toMatch(/\d [a-zåäö]{3,4}\.? /)
    }
    const names = await times.evaluateAll((found) =>
      found.map((time) => time.getAttribute('title')).join('\n'),
    )
    expect(names).not.toMatch(/\d [a-zåäö]{3,4}\.? /)
  }
  await page.goto(await sampleAddress(page))
  await expect(page.getByText(new RegExp(`^(${months}) \\d{4}\\. Invented`))).toBeVisible()
})
