import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../support/billing-examples'
import { receiptExample } from '../support/examples'
import { openApp, signedInAs } from '../support/render-app'
import { paid, pending, profileOf } from '../support/renewal-examples'
import { respond } from '../support/respond'
import { withSettings } from '../support/with-settings'

/** Days of money are days of the site's zone, wherever the reader is. */

const zones = ['Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati']

/** Late on 28 February in UTC: 1 March in Kolkata and on Kiritimati, 28 February in Los Angeles. */
const late = '2027-02-28T20:30:00.000Z'
/** Early on 28 March in UTC: 27 March in Los Angeles, 28 March in Kolkata and on Kiritimati. */
const early = '2027-03-28T03:30:00.000Z'

const receipt = receiptExample({
  receipt_id: 'inv_1',
  taken_at: late,
  period_start: late,
  period_end: early,
})
const row = {
  plan_name: 'Growth',
  status: false,
  upgrade_status: false,
  start_date: late,
  end_date: early,
}

beforeEach(async () => {
  await signedInAs('admin')
  serve({ pricing: [], profile: profileOf({ ...paid, renews_at: late }), activity: [row] })
  respond('getReceipts', { data: [receipt], seller: 'Seller' })
})

/** @returns the days in a text, without the names of zones and with months in short. */
const daysIn = (text: string | null | undefined) =>
  (text ?? '').match(/\d{1,2}\s(?:Feb|Mar)\w*|(?:Feb|Mar)\w*\s\d{1,2}/g)?.map((day) => {
    const [, number = '', month = ''] = /^(?:\w+\s)?(\d{1,2})(?:\s(\w+))?/.exec(day) ?? []
    return `${number} ${(month || day).slice(0, 3)}`
  })

/** @returns the days that somebody reads in each place. */
async function daysRead() {
  const { goTo } = openApp('/dashboard/subscription')
  const card = (await screen.findByText('Next charge')).nextElementSibling?.textContent
  const activity = await screen.findByRole('table', { name: 'Subscription Activity' })
  const receipts = await screen.findByRole('table', { name: 'Receipts' })
  const rows = {
    card: daysIn(card),
    activity: daysIn(within(activity).getAllByRole('row')[1]?.textContent),
    receipts: daysIn(within(receipts).getAllByRole('row')[1]?.textContent),
  }
  await goTo('/dashboard/receipt/inv_1')
  const paidOn = (await screen.findByText('Paid on')).nextElementSibling?.textContent
  const period = screen.getByText('Period').nextElementSibling?.textContent
  cleanup()
  serve({ profile: profileOf({ ...pending, failed_at: late, tried_until: early }) })
  openApp('/dashboard/main')
  const banner = await screen.findByRole('region', { name: 'Payment' })
  return {
    ...rows,
    page: daysIn(`${paidOn}, ${period}`),
    banner: daysIn(within(banner).getByRole('status').textContent),
  }
}

test.each(zones)('a reader in %s reads the same days in all places', async (zone) => {
  withSettings({ isOurServer: true })
  vi.stubEnv('TZ', zone)
  expect(await daysRead()).toEqual({
    card: ['28 Feb'],
    activity: ['28 Feb', '28 Mar'],
    // The last one is in the name of the link.
    receipts: ['28 Feb', '28 Feb', '27 Mar', '28 Feb', '27 Mar', '28 Feb'],
    page: ['28 Feb', '28 Feb', '27 Mar'],
    banner: ['28 Feb', '28 Mar'],
  })
})
