import { accountExamples } from './account'
import { auditLogExamples } from './audit-log'
import { billingExamples } from './billing'
import { buyerExamples } from './buyer'
import type { calls } from './calls'
import { dashboardExamples } from './dashboards'
import type { Examples } from './endpoint'
import { organisationExamples } from './organisation'
import { passkeyExamples } from './passkeys'
import { profileExamples } from './profile'
import { receiptExamples } from './receipts'
import { reportExamples } from './reports'
import { sessionExamples } from './session'
import { teamExamples } from './team'
import { twoFactorExamples } from './two-factor'

/** An example of each call. Tests of bad input start from these bodies, and tests of screens use these answers. */
export const examples: Examples<typeof calls> = {
  ...sessionExamples,
  ...profileExamples,
  ...billingExamples,
  ...receiptExamples,
  ...buyerExamples,
  ...teamExamples,
  ...dashboardExamples,
  ...accountExamples,
  ...twoFactorExamples,
  ...passkeyExamples,
  ...organisationExamples,
  ...reportExamples,
  ...auditLogExamples,
}
