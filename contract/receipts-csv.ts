import type { CsvColumns } from './csv'
import { plainAmount } from './money'
import { methodText } from './payment-method'
import type { Receipt } from './receipts'
import { fileDay, type SiteZone } from './site-day'

/**
 * The columns of receipts in a file.
 * @param zone whose days they are (D97).
 */
export function receiptCsv(zone: () => SiteZone): CsvColumns<Receipt> {
  const dayOf = (instant: string) => fileDay(zone().dayOf(new Date(instant)))
  return {
    Date: ({ taken_at }) => dayOf(taken_at),
    Plan: ({ plan_name }) => plan_name,
    'Period start': ({ period_start }) => (period_start ? dayOf(period_start) : ''),
    'Period end': ({ period_end }) =>
      period_end ? fileDay(zone().lastDayBefore(new Date(period_end))) : '',
    Amount: ({ amount, currency }) => plainAmount(amount, currency),
    Refunded: ({ refunded_amount, currency }) => plainAmount(refunded_amount, currency),
    Currency: ({ currency }) => currency,
    Status: ({ state, is_due }) => (state === 'unpaid' && is_due === false ? 'not charged' : state),
    'Payment method': methodText,
    'Payment id': ({ payment_id }) => payment_id ?? '',
    'Invoice number': ({ number }) => number ?? '',
    'Receipt id': ({ receipt_id }) => receipt_id,
    'Time zone': () => zone().name,
  }
}
