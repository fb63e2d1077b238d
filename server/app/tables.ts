import { signIns } from '../audit/tables'
import { addresses, farewells, knownBrowsers, passwordLinks, sessions } from '../auth/tables'
import { buyers, copies } from '../billing/buyer/tables'
import { invoiceSeries, taxDocuments } from '../billing/invoices/tables'
import { papers } from '../billing/papers/tables'
import { receiptChecks, receipts } from '../billing/receipts/tables'
import { refunds } from '../billing/refunds/tables'
import { billings, subscriptions, webhookEvents } from '../billing/tables'
import { mails } from '../mail/tables'
import { passkeyCeremonies, passkeys } from '../passkeys/tables'
import { sandboxSubscriptions } from '../payments/sandbox/tables'
import { abandonments, deletions, organisations, slugs, users } from '../people/tables'
import { reports } from '../reports/tables'
import type { TableName, Tables } from '../store/change'
import { invitations } from '../team/tables'
import { secondFactors } from '../two-factor/tables'
import { chores } from '../work/tables'

/** All tables that changes read and write. */
export const tables: { readonly [Name in TableName]: Tables[Name] } = {
  organisations,
  slugs,
  deletions,
  abandonments,
  users,
  addresses,
  sessions,
  farewells,
  knownBrowsers,
  signIns,
  secondFactors,
  passkeys,
  passkeyCeremonies,
  reports,
  invitations,
  passwordLinks,
  mails,
  billings,
  subscriptions,
  refunds,
  receipts,
  receiptChecks,
  buyers,
  copies,
  invoiceSeries,
  taxDocuments,
  papers,
  webhookEvents,
  sandboxSubscriptions,
  chores,
}
