import { accountCalls } from './account'
import { auditLogCalls } from './audit-log'
import { billingCalls } from './billing'
import { buyerCalls } from './buyer'
import { dashboardCalls } from './dashboards'
import type { OutputOf } from './endpoint'
import { organisationCalls } from './organisation'
import { passkeyCalls } from './passkeys'
import { profileCalls } from './profile'
import { receiptCalls } from './receipts'
import { reportCalls } from './reports'
import { sessionCalls } from './session'
import { teamCalls } from './team'
import { twoFactorCalls } from './two-factor'

export const calls = {
  ...sessionCalls,
  ...profileCalls,
  ...billingCalls,
  ...receiptCalls,
  ...buyerCalls,
  ...teamCalls,
  ...dashboardCalls,
  ...accountCalls,
  ...twoFactorCalls,
  ...passkeyCalls,
  ...organisationCalls,
  ...reportCalls,
  ...auditLogCalls,
} as const

export type CallName = keyof typeof calls

/** The input of a call, as a body or (GET) a query string; undefined for calls without one. */
export type RequestOf<Name extends CallName> = OutputOf<(typeof calls)[Name]['request']>

/** The output of a call, as read from the wire; undefined for calls that answer without a body. */
export type ResponseOf<Name extends CallName> = OutputOf<(typeof calls)[Name]['response']>
