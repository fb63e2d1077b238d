import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { examples } from '../../contract/examples'
import { serve } from '../support/billing-examples'
import { receiptExample } from '../support/examples'
import { openAs } from '../support/render-app'
import { paid, pending, profileOf } from '../support/renewal-examples'
import { respond } from '../support/respond'
import { shownTexts } from '../support/shown-rows'
import { withSettings } from '../support/with-settings'

/** Evenings in UTC: the reader has the next day. */
const [start, end] = ['2027-02-26T20:30:00.000Z', '2027-03-26T20:30:00.000Z']

/** @returns the days in a text, without the names of zones and with months in short. */
const daysIn = (text: string | null | undefined) =>
  text?.match(/(?:Feb|Mar)\w*\s\d{1,2}/g)?.map((day) => day.replace(/^(...)\w*\s/, '$1 '))

test('a reader of another zone reads the days of the site’s in all places', async () => {
  withSettings({ isOurServer: true })
  vi.stubEnv('TZ', 'Asia/Kolkata')
  const row = { plan_name: 'Growth', status: false, upgrade_status: false }
  const activity = [{ ...row, start_date: start, end_date: end }]
  serve({ pricing: [], profile: profileOf({ ...paid, renews_at: start }), activity })
  const days = { taken_at: start, period_start: start, period_end: end }
  const receipt = receiptExample({ ...days, receipt_id: 'inv_1' })
  respond('getReceipts', { data: [receipt], seller: 'Seller' })
  const { goTo, queryClient } = await openAs('admin', '/dashboard/subscription')
  const card = (await screen.findByText('Next charge')).nextElementSibling
  expect(daysIn(card?.textContent)).toEqual(['Feb 26'])
  const rowOf = async (name: string) =>
    within(await screen.findByRole('table', { name })).getAllByRole('row')[1]?.textContent
  expect(daysIn(await rowOf('Subscription Activity'))).toEqual(['Feb 26', 'Mar 26'])
  const period = ['Feb 26', 'Mar 25']
  // The last one is in the name of the link.
  expect(daysIn(await rowOf('Receipts'))).toEqual(['Feb 26', ...period, ...period, 'Feb 26'])

  serve({ profile: profileOf({ ...pending, failed_at: start, tried_until: end }) })
  await act(() => queryClient.refetchQueries({ queryKey: ['profile'] }))
  const banner = await screen.findByRole('region', { name: 'Payment' })
  const said = within(banner).getByRole('status').textContent
  expect(daysIn(said)).toEqual(['Feb 26', 'Mar 26'])

  const [entry] = examples.getAuditLog.answer.data
  const entries = ['payment-taken', 'made-admin'].map((action, index) => ({
    ...entry,
    ...{ action, at: start, entry_id: `${index}` },
  }))
  respond('getAuditLog', { data: entries, next: null } as never)
  await goTo('/dashboard/audit-log')
  await screen.findByRole('table', { name: 'Activity' })
  // After the reader's own.
  expect(shownTexts().map(([when]) => daysIn(when)?.slice(1))).toEqual([['Feb 26'], []])

  await goTo('/dashboard/receipt/inv_1')
  const paidOn = (await screen.findByText('Paid on')).nextElementSibling?.textContent
  const shown = screen.getByText('Period').nextElementSibling?.textContent
  expect(daysIn(`${paidOn}, ${shown}`)).toEqual(['Feb 26', ...period])
})
