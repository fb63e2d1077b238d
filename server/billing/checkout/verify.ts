import { HttpError } from '../../api/http-error'
import type { SignedPayment } from '../../api/payments'
import { countOrRefuse, countsOf } from '../../api/rate-limit'
import type { Services } from '../../api/services'
import type { Organisation } from '../../people/tables'
import { type Author, entryOf } from '../../store/entry'
import { recordPayment, recordProviderUpdate } from '../decide'
import { changeSubscriptions, fetchProviderState } from '../save'
import { priceText } from '../texts'
import { endingText, samePlanText } from './create'

/**
 * Accepts the proof of a payment, and asks the provider when the payment was made: it may precede
 * other events (D69). Idempotent (D33).
 * @throws HttpError 404 for a subscription that isn't the organisation's, 400 for a wrong
 *   signature, 429 after too many of those (D94), 409 for a second payment of one plan, which is cancelled and refunded.
 */
export async function verifySubscription(
  services: Services,
  organisation: Organisation,
  by: Author,
  payment: SignedPayment,
): Promise<void> {
  const subscription = await services.store.one('subscriptions', { id: payment.subscriptionId })
  if (subscription?.organisationId !== organisation.id) {
    throw new HttpError(404, 'Your organisation has no such subscription.')
  }
  // Verify over our stored id, not the one in the request.
  const kept = { ...payment, subscriptionId: subscription.id }
  if (!(await services.payments.verifyPayment(kept))) {
    const counts = countsOf(services, 'refuseProof', { organisation: organisation.id })
    await countOrRefuse(services, counts)
    const refused = entryOf(services.clock(), organisation.id, by, 'proof-refused', {
      audience: 'operator',
      subscriptionId: subscription.id,
      outcome: 'refused',
    })
    await services.store.addEntries([refused])
    throw new HttpError(400, 'The signature of this payment is wrong.')
  }
  const answer =
    subscription.state === 'unpaid' ? await fetchProviderState(services, subscription.id) : null
  // The proof may be ahead of the provider's books.
  const report = answer?.status === 'unpaid' ? null : answer
  const { plan, currency } = subscription
  // An authorisation has an amount of its own.
  const isAuthorisation = report?.charges?.state === 'authorised'
  const amount = (isAuthorisation ? undefined : plan.prices[currency]?.amount) ?? null
  const paid = { id: payment.paymentId, takenAt: null, amount }
  const { after } = await changeSubscriptions(
    services,
    subscription,
    by,
    (billing, now) =>
      report
        ? recordProviderUpdate(
            billing,
            { subscription: report, payments: [paid], hasAllPayments: false },
            now,
          )
        : recordPayment(billing, subscription.id, null, [paid], now),
    { paid: [paid] },
  )
  services.work.wake()
  if (after.find(({ id }) => id === subscription.id)?.state === 'void') {
    const payment = amount === null ? 'payment' : `payment of ${priceText(amount, currency)}`
    const isEnding = await services.store.one('deletions', { organisationId: organisation.id })
    throw new HttpError(
      409,
      `${isEnding ? endingText : samePlanText} The ${isEnding ? 'new' : 'second'} subscription is being cancelled, and its ${payment} will be refunded in full. All admins get a mail about it.`,
    )
  }
}
