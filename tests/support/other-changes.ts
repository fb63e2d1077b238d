import { mockTax } from '../../mocks/tax'
import { mockBuyers } from '../../mocks/tax-scenarios'
import type { Store } from '../../server/api/store'
import { correctInvoice } from '../../server/billing/invoices/correction'
import { postponeCheck } from '../../server/billing/postpone'
import { saveReceipts } from '../../server/billing/receipts/receipts'
import { hearOfRefund } from '../../server/billing/refunds/refunds'
import {
  deleteOrganisation,
  erasePerson,
  unproveAddress,
} from '../../server/commands/operator-requests'
import { settleMail } from '../../server/mail/outbox'
import { followAbandoned } from '../../server/organisation/abandoned'
import { remindOfDeletion } from '../../server/organisation/deletion'
import { recordMade } from '../../server/reports/sending'
import { add, set } from '../../server/store/change'
import { noteExpiry } from '../../server/team/invitation'
import {
  createdAt,
  deletionOf,
  found,
  founding,
  invitationTo,
  mailTo,
  receiptOf,
  refundFor,
  secondsLater,
  subscriptionOf,
  userOf,
} from '../api/sql-store-examples'
import { servicesOver } from './acting'
import { entryExample } from './examples'
import { reportOf } from './report-examples'

/**
 * Makes the changes that no call of the API brings about: jobs' and the operator's.
 * @param store an empty one, which is closed.
 */
export async function makeOtherChanges(store: Store): Promise<void> {
  const [organisation, admin] = founding('broken', 'admin@broken.test')
  await found(store, organisation, admin)
  const entry = entryExample({ organisationId: organisation.id })
  await store.addEntries([entry])

  const mail = mailTo('guest@broken.test')
  const invitation = { ...invitationTo(organisation, 'guest@broken.test'), mailId: mail.id }
  await store.save(add('invitations', invitation))
  await store.save(add('mails', mail))
  await settleMail(store, mail, createdAt, '550 No such user')

  await noteExpiry(store, invitation, createdAt)
  const member = { ...userOf(organisation, 'former@broken.test'), isAddressProven: true }
  await store.save(add('users', member))
  const services = servicesOver(store)
  const invitations = ['eve@broken.test', member.email].map((to) => invitationTo(organisation, to))
  await store.save(add('invitations', ...invitations))
  await (await unproveAddress(services, organisation.slug, member.email)).act()
  await (await erasePerson(services, organisation.slug, member.email)).act()

  const checked = { ...subscriptionOf(organisation), nextCheckAt: createdAt }
  await store.save(add('subscriptions', checked))
  await postponeCheck(store, checked, secondsLater(9), 1, [{ ...entry, id: 'of the check' }])
  const refund = refundFor(checked, { refundId: 'rfnd_1', state: 'done', nextAttemptAt: null })
  await store.save(add('refunds', refund))
  await hearOfRefund({ store }, { ...refund, refundId: 'rfnd_1' }, ['done'], createdAt, () => ({
    ...entry,
    id: 'of the refund',
  }))

  const { paymentId, ...receipt } = receiptOf(checked)
  const invoices = [{ ...receipt, paymentId, isGone: false }]
  const taxed = { ...services, tax: mockTax }
  await saveReceipts(taxed, checked, { invoices, payments: new Map(), askedAt: createdAt })
  const { id: organisationId } = organisation
  await store.save(add('buyers', { organisationId, billedTo: mockBuyers.india }))
  await correctInvoice(taxed, organisationId, 'OL/25-26/000001')

  const report = reportOf(admin)
  await store.save(add('reports', report))
  await recordMade(services, report, { kind: 'paused', reason: 'absence' })

  const [other] = founding('other', 'admin@other.test')
  await found(store, other, {
    ...admin,
    id: 'other',
    email: 'admin@other.test',
    emailKey: 'admin@other.test',
    organisationId: other.id,
  })
  const deletion = deletionOf(other, { ...admin, id: 'other' }, { nextStepAt: createdAt })
  await store.save(add('deletions', deletion))
  await remindOfDeletion(services, deletion)
  const longAgo = { createdAt: new Date(0) }
  await store.save(set('organisations', { id: other.id }, longAgo))
  await store.save(set('users', { organisationId: other.id }, { isAddressProven: false }))
  await followAbandoned({ ...services, deletesAbandoned: true })
  await (await deleteOrganisation(services, other.slug)).act()
  await store.close()
}
