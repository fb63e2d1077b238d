import { expect, type Page } from '@playwright/test'
import type { MemoryData } from '../../../server/app/memory-store'
import { monthsAfter } from '../../../server/lib/time'
import { lifeOf } from '../../../server/payments/sandbox/subscription-life'
import { activityRows, checkout, openCheckout, planCard } from '../../e2e/support/billing'
import { test } from '../../e2e/support/fixtures'

const day = 24 * 60 * 60 * 1000

/** @returns mock mode's saved data, with the sandbox's books. */
const savedData = (page: Page): Promise<MemoryData> =>
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
const dayText = (date: Date) =>
  date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

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
async function receiptRows(page: Page): Promise<string[][]> {
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
async function buyAndLookOn(page: Page) {
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
  /** @returns a fact of the plan's card. */
  const fact = (name: string) =>
    main.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  async function expectRenewal(time: Date, price: string, card: string): Promise<void> {
    await expect(fact('Next charge')).toContainText(dayText(time))
    await expect(fact('Amount')).toContainText(`${price}.00`)
    await expect(fact('Card')).toContainText(`Visa ending in ${card}`)
  }
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
  return { start, main, banner, fact, serverNow, comeBackAt, expectRenewal, changeCard }
}

const hour = day / 24

const places = {
  'at a desk': { width: 1440, height: 900 },
  'on a phone': { width: 390, height: 844 },
}

for (const [place, viewport] of Object.entries(places)) {
  test(`through a year of an organisation ${place}, the page shows what the sandbox has booked`, async ({
    page,
    browserErrors,
  }) => {
    await page.setViewportSize(viewport)
    browserErrors.allow(/status of 401|The payment provider does not charge for a plan/)
    const { start, main, banner, fact, serverNow, comeBackAt, expectRenewal, changeCard } =
      await buyAndLookOn(page)
    const month = (count: number, from = start) => monthsAfter(from, count)
    const after = (time: Date, span: number) => new Date(time.getTime() + span)
    await expectRenewal(month(1), '$99', '0341')

    await test.step('month 1: the renewal fails, and is paid with another card', async () => {
      await comeBackAt(after(month(1), 2 * day + hour))
      await expect(banner).toContainText('A new card is charged $99 right away.')
      await changeCard('Use a new card', 'The overdue $99 will be charged to it right away')
      await expectRenewal(month(2), '$99', '4242')
    })

    await test.step('months 2 to 4: it renews, and a part is given back', async () => {
      for (const count of [2, 3, 4]) {
        await comeBackAt(after(month(count), hour))
        await expect(banner).toHaveCount(0)
        await expectRenewal(month(count + 1), '$99', '4242')
      }
      expect(await receiptRows(page)).toHaveLength(5)
      const { receipts } = await savedData(page)
      await page.evaluate(
        (payment_id) =>
          fetch('/sandbox/refund', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ payment_id, amount: 1_500 }),
          }),
        receipts.find(({ paidAt }) => paidAt)?.paymentId ?? '',
      )
      // Nothing tells of it here: it is found when payments are asked about again.
      await comeBackAt(after(month(4), 9 * day))
      expect((await receiptRows(page)).flat()).toContain('Partly refunded')
    })

    await test.step('month 4: an upgrade, which says what it costs', async () => {
      await main.getByRole('link', { name: 'Upgrade Now' }).click()
      await planCard(page, 'Scale').getByRole('button', { name: 'Subscribe Now' }).click()
      const question = page.getByRole('dialog', { name: 'Switch to Scale?' })
      // How many, it works out by the browser's clock, which isn't ahead.
      await expect(question).toContainText(
        /\d+ paid days of Growth \(about \$\d+\) won’t be refunded\./,
      )
      await question.getByRole('button', { name: 'Switch plan' }).click()
      await checkout(page).getByRole('button', { name: 'Pay with a card that fails later' }).click()
      await expect(page).toHaveURL('/dashboard/subscription')
      await expect(page.getByRole('heading', { level: 2, name: 'Scale' })).toBeVisible()
    })
    const upgraded = (await savedData(page)).sandboxSubscriptions.at(-1)?.paidAt ?? serverNow()

    await test.step('months 5 to 6: it isn’t paid, is halted, and goes on with a new card', async () => {
      await comeBackAt(after(month(1, upgraded), 4 * day))
      await expect(banner).toContainText('failed, and we won’t try again. Your plan ends on')
      await changeCard('Use a new card', 'Nothing will be charged today.')
      expect((await receiptRows(page)).flat()).toContain('Not charged')
      await expect(main).toContainText('You won’t be charged for ')
      await comeBackAt(after(month(2, upgraded), hour))
      await expectRenewal(month(3, upgraded), '$299', '4242')
    })

    await test.step('months 7 to 9: the renewal is stopped, and kept', async () => {
      await comeBackAt(after(month(3, upgraded), hour))
      await main.getByRole('button', { name: 'Stop renewing' }).click()
      const end = dayText(month(4, upgraded))
      await expect(fact('Ends on')).toContainText(end)
      await page.reload()
      await expect(fact('Ends on')).toContainText(end)
      await main.getByRole('button', { name: 'Keep my plan' }).click()
      await expectRenewal(month(4, upgraded), '$299', '4242')
      await comeBackAt(after(month(4, upgraded), hour))
      await expectRenewal(month(5, upgraded), '$299', '4242')
    })

    await test.step('the end: it is stopped, can be kept no longer, and is over', async () => {
      const end = month(8, upgraded)
      await comeBackAt(after(month(7, upgraded), hour))
      await main.getByRole('button', { name: 'Stop renewing' }).click()
      await expect(fact('Ends on')).toContainText(dayText(end))
      await comeBackAt(after(end, -day))
      await expect(fact('Ends on')).toContainText(dayText(end))
      await expect(main.getByRole('button', { name: 'Keep my plan' })).toHaveCount(0)
      await comeBackAt(after(end, 2 * day))
      await expect(main).toContainText('No active plan for your organization')
      const days = [start, upgraded, end].map((date) => dayText(date))
      await expect
        .poll(() => activityRows(page))
        .toEqual([
          ['Scale', 'Canceled', days[1], days[2]],
          ['Growth', 'Upgraded', days[0], days[1]],
        ])
      const { refunds } = await savedData(page)
      expect(refunds).toEqual([])
    })
  })
}
