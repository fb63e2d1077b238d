import { expect, type Locator, type Page } from '@playwright/test'

/** @returns a plan's card in the price list. */
export function planCard(page: Page, name: string): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** @returns the sandbox's checkout. */
export function checkout(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Orglens' })
}

/** Chooses a plan of the price list that shows, up to the open checkout. */
export async function openCheckout(page: Page, plan: string): Promise<Locator> {
  await planCard(page, plan).getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(checkout(page)).toBeVisible()
  return checkout(page)
}

/** Subscribes to a plan of the price list that shows, up to the page of the subscribed plan. */
export async function subscribeTo(page: Page, plan: string): Promise<void> {
  const dialog = await openCheckout(page, plan)
  await dialog.getByRole('button', { name: 'Pay now' }).click()
  await expectSubscribed(page, plan)
}

/** Expects the page of the subscribed plan, showing this one. */
export async function expectSubscribed(page: Page, plan: string): Promise<void> {
  await expect(page).toHaveURL('/dashboard/subscription')
  await expect(page.getByRole('heading', { level: 2, name: plan })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled()
}

/** @returns the activity table's rows as texts, each with its cells; without the header's. */
export async function activityRows(page: Page): Promise<string[][]> {
  return await page
    .getByRole('table', { name: 'Subscription Activity' })
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText.trim()),
      ),
    )
}
