import { expect, type Page } from '@playwright/test'
import type { MemoryData } from '../../../server/app/memory-store'
import { lifeOf } from '../../../server/payments/sandbox/subscription-life'
import { checkout, openCheckout } from './billing'

export const day = 24 * 60 * 60 * 1000

/** @returns mock mode's saved data, with the sandbox's books. */
export const savedData = (page: Page): Promise<MemoryData> =>
  page.evaluate(
    () =>
      new Promise<MemoryData>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keyval')
          const keys = reading.objectStore('keyval').getAllKeys()
          const values = reading.objectStore('keyval').getAll()
          reading.onerror = () => reject(reading.error)
          reading.oncomplete = () => {
            opening.result.close()
            const names = keys.result.map((key) => String(key).replace('orglens-mock-data-3-', ''))
            const tables = names.map((name, index) => [name, values.result[index]])
            resolve(Object.fromEntries(tables))
          }
        }
      }),
  )

/** @returns a date as the app shows it. */
export const dayText = (date: Date, month: 'short' | 'long' = 'short') =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })

/** @returns the expected table of receipts, by the sandbox's books: date, plan, amount, status. */
async function bookedRows(page: Page, now: Date): Promise<string[][]> {
  const { sandboxSubscriptions, subscriptions } = await savedData(page)
  return sandboxSubscriptions
    .flatMap((kept) => {
      const plan = subscriptions.find(({ id }) => id === kept.id)?.plan.name ?? ''
      const { invoices, status } = lifeOf(kept, now)
      return invoices.map((invoice) => {
        const isDue = status === 'pending' && invoice === invoices.at(-1)
        return { ...invoice, plan, isDue }
      })
    })
    .map((invoice) => ({ ...invoice, at: invoice.paidAt ?? invoice.issuedAt }))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, plan, amount, paidAt, refundedAmount, isDue }) => [
      dayText(at),
      plan,
      `$${(amount / 100).toFixed(2)}`,
      paidAt ? (refundedAmount > 0 ? 'Partly refunded' : 'Paid') : isDue ? 'Unpaid' : 'Not charged',
    ])
}

/** @returns the table of receipts on the page. */
export async function receiptRows(page: Page): Promise<string[][]> {
  const rows = await page
    .getByRole('table', { name: 'Receipts' })
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText.trim()),
      ),
    )
  return rows.map(([date = '', plan = '', , amount = '', status = '']) => [
    date,
    plan,
    amount,
    status,
  ])
}

/**
 * Buys Growth in mock mode with a card that fails later, and looks at the subscription from then on.
 * @returns when it was paid, and its admin's actions and views at later times.
 */
export async function buyAndLookOn(page: Page) {
  const banner = page.getByRole('region', { name: 'Payment' })
  const main = page.getByRole('main')
  /** How far the server's clock is ahead, in ms. */
  let ahead = 0
  const serverNow = () => new Date(Date.now() + ahead)

  /** Comes back at a time, when the provider was asked, and compares the receipts with the books. */
  async function comeBackAt(time: Date): Promise<void> {
    const seconds = Math.round((time.getTime() - Date.now()) / 1000)
    ahead = seconds * 1000
    await page.goto(`/dashboard/subscription?mock-clock=%2B${seconds}s`)
    await expect(page.getByRole('table', { name: 'Receipts' })).toBeVisible()
    // Mock mode does due work after it has answered.
    await page.reload()
    await expectReceipts()
  }
  async function expectReceipts(): Promise<void> {
    const booked = await bookedRows(page, serverNow())
    expect(booked.length).toBeGreaterThan(0)
    await expect.poll(() => receiptRows(page)).toEqual(booked)
  }
  const expectRenewal = (time: Date, price: string, card: string) =>
    expect(main).toContainText(
      `Renews on ${dayText(time, 'long')} for ${price}, Visa ending in ${card}`,
    )
  /** @param charges what the dialog says of it. */
  async function changeCard(choice: string, charges: string): Promise<void> {
    await main.getByRole('button', { name: 'Change payment method' }).click()
    const question = page.getByRole('dialog', { name: 'Change the payment method?' })
    await expect(question).toContainText(charges)
    await question.getByRole('button', { name: 'Go to checkout' }).click()
    await checkout(page).getByRole('button', { name: choice, exact: true }).click()
    await expect(page.getByText('The payment method was changed.')).toBeVisible()
    await expect(banner).toHaveCount(0)
    await page.reload()
    await expectReceipts()
  }

  await page.goto('/dashboard/pricing?mock-scenario=admin')
  const buying = await openCheckout(page, 'Growth')
  await buying.getByRole('button', { name: 'Pay with a card that fails later' }).click()
  await expect(page).toHaveURL('/dashboard/subscription')
  const [bought] = (await savedData(page)).sandboxSubscriptions
  const start = bought?.paidAt ?? serverNow()
  await page.reload()
  await expectReceipts()
  return { start, main, banner, serverNow, comeBackAt, expectRenewal, changeCard }
}
