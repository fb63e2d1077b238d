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
 * Accepts the proof of a payment, and asks the provider for the time of the payment, which may precede other events (D69).
 * Idempotent (D33).
 * @throws HttpError 404 for a subscription that isn't the organisation's, 400 for a wrong
 *   signature, 429 after too many wrong signatures (D94), 409 for a payment that bought nothing and is refunded.
 */
export async function verifySubscription(
  services: Services,
  organisation: Organisation,
  author: Author,
  payment: SignedPayment,
): Promise<void> {
  const subscription = await services.store.one('subscriptions', { id: payment.subscriptionId })
  if (subscription?.organisationId !== organisation.id) {
    throw new HttpError(404, 'Your organisation has no such subscription.')
  }
  // Verify over our stored id, not the one in the request.
  const proof = { ...payment, subscriptionId: subscription.id }
  if (!(await services.payments.verifyPayment(proof))) {
    const counts = countsOf(services, 'refuseProof', { organisation: organisation.id })
    await countOrRefuse(services, counts)
    const refused = entryOf(services.clock(), organisation.id, author, 'proof-refused', {
      audience: 'operator',
      subscriptionId: subscription.id,
      outcome: 'refused',
    })
    await services.store.addEntries([refused])
    throw new HttpError(400, 'The signature of this payment is wrong.')
  }
  const answer =
    subscription.state === 'unpaid' ? await fetchProviderState(services, subscription.id) : null
  // The provider may list the payment late.
  const report = answer?.status === 'unpaid' ? null : answer
  const { plan, currency } = subscription
  // The amount of an authorisation is unknown.
  const isAuthorisation = report?.charges?.state === 'authorised'
  const amount = (isAuthorisation ? undefined : plan.prices[currency]?.amount) ?? null
  const paid = { id: payment.paymentId, takenAt: null, amount }
  const { after } = await changeSubscriptions(
    services,
    subscription,
    author,
    (billing, now) =>
      report
        ? recordProviderUpdate(billing, { subscription: report, payments: [paid] }, now)
        : recordPayment(billing, subscription.id, null, [paid], now),
    { paid: [paid] },
  )
  services.work.wake()
  if (after.find(({ id }) => id === subscription.id)?.state === 'void') {
    const payment = amount === null ? 'payment' : `payment of ${priceText(amount, currency)}`
    const isEnding = await services.store.one('deletions', { organisationId: organisation.id })
    throw new HttpError(
      409,
      `${isEnding ? endingText : samePlanText} The ${isEnding ? 'new' : 'second'} subscription is being cancelled, and its ${payment} will be refunded in full. All admins get an email about it.`,
    )
  }
}
