import * as account from './account'
import { auditLogRequest, auditLogResponse } from './audit-log'
import { verifySubscriptionRequest } from './billing'
import { dashboardLinkEndpoint } from './dashboards'
import { type Endpoint, forAdmins, forMembers } from './endpoints'
import { messageResponse } from './error'
import type { Extension } from './extension-names'
import { receiptsResponse } from './receipts'
import { logoutEndpoint } from './session-extensions'
import * as team from './team'
import * as twoFactor from './two-factor'

/** A call of our own server, used only if the setting `extensions` names its extension (D43). */
export interface ExtensionEndpoint extends Endpoint {
  readonly extension: Extension
}

/**
 * All calls of extensions, in the shape of `endpoints`, each with its extension's name. The client
 * loads this file with the first such call (`src/api/send.ts`), so that other pages don't pay for
 * it.
 */
export const extensionEndpoints = {
  logout: logoutEndpoint,
  getDashboardLink: dashboardLinkEndpoint,
  /** Ends every other session, and voids every reset. */
  changePassword: {
    extension: 'account',
    method: 'POST',
    path: '/api/account/password/',
    request: account.changePasswordRequest,
    response: null,
    ...forMembers,
  },
  getSessions: {
    extension: 'account',
    method: 'GET',
    path: '/api/account/sessions/',
    request: null,
    response: account.sessionsResponse,
    ...forMembers,
  },
  endSession: {
    extension: 'account',
    method: 'POST',
    path: '/api/account/end-session/',
    request: account.endSessionRequest,
    response: null,
    ...forMembers,
  },
  endOtherSessions: {
    extension: 'account',
    method: 'POST',
    path: '/api/account/end-other-sessions/',
    request: null,
    response: null,
    ...forMembers,
  },
  /** Deletes the caller's account. */
  leave: {
    extension: 'account',
    method: 'POST',
    path: '/api/account/leave/',
    request: account.passwordRequest,
    response: null,
    ...forMembers,
  },
  exportAccount: {
    extension: 'account',
    method: 'POST',
    path: '/api/account/export/',
    request: account.passwordRequest,
    response: account.accountExport,
    ...forMembers,
  },
  /** Confirms the caller's address, with the link that was mailed there. */
  confirmAddress: {
    extension: 'account',
    method: 'POST',
    path: '/api/account/confirm-address/',
    request: account.addressTokenRequest,
    response: null,
    ...forMembers,
  },
  /** Mails that link again. */
  mailAddressLink: {
    extension: 'account',
    method: 'POST',
    path: '/api/account/mail-address-link/',
    request: null,
    response: null,
    ...forMembers,
  },
  /** Takes an unproven address from an account, for whoever has its mailbox. */
  releaseAddress: {
    extension: 'account',
    method: 'POST',
    path: '/api/release-address/',
    request: account.addressTokenRequest,
    response: null,
    needsBearer: false,
    adminOnly: false,
    refreshesSession: false,
  },
  getTeam: {
    extension: 'team',
    method: 'GET',
    path: '/api/team/',
    request: null,
    response: team.teamResponse,
    ...forAdmins,
  },
  /** Makes a member an admin, or an admin a member. */
  setRole: {
    extension: 'team',
    method: 'POST',
    path: '/api/team/role/',
    request: team.setRoleRequest,
    response: null,
    ...forAdmins,
  },
  /** Deletes a member's account. */
  removeMember: {
    extension: 'team',
    method: 'POST',
    path: '/api/team/remove/',
    request: team.removeMemberRequest,
    response: null,
    ...forAdmins,
  },
  /** Replaces an invitation's link, and mails it. */
  resendInvitation: {
    extension: 'team',
    method: 'POST',
    path: '/api/team/resend-invitation/',
    request: team.invitationRequest,
    response: messageResponse,
    ...forAdmins,
  },
  /** Voids an invitation's link. */
  revokeInvitation: {
    extension: 'team',
    method: 'POST',
    path: '/api/team/revoke-invitation/',
    request: team.invitationRequest,
    response: null,
    ...forAdmins,
  },
  /** What the organisation has paid. */
  getReceipts: {
    extension: 'billing-details',
    method: 'GET',
    path: '/api/receipts/',
    request: null,
    response: receiptsResponse,
    ...forAdmins,
  },
  getAuditLog: {
    extension: 'audit-log',
    method: 'GET',
    path: '/api/audit-log/',
    request: auditLogRequest,
    response: auditLogResponse,
    ...forAdmins,
  },
  getTwoFactor: {
    extension: 'two-factor',
    method: 'GET',
    path: '/api/two-factor/',
    request: null,
    response: twoFactor.twoFactorResponse,
    ...forMembers,
  },
  /** Makes a secret, with which nothing is on yet: it waits 10 minutes for its first code. */
  beginTwoFactor: {
    extension: 'two-factor',
    method: 'POST',
    path: '/api/two-factor/begin/',
    request: twoFactor.beginTwoFactorRequest,
    response: twoFactor.beginTwoFactorResponse,
    ...forMembers,
  },
  confirmTwoFactor: {
    extension: 'two-factor',
    method: 'POST',
    path: '/api/two-factor/confirm/',
    request: twoFactor.confirmTwoFactorRequest,
    response: twoFactor.recoveryCodesResponse,
    ...forMembers,
  },
  removeTwoFactor: {
    extension: 'two-factor',
    method: 'POST',
    path: '/api/two-factor/remove/',
    request: twoFactor.provenRequest,
    response: null,
    ...forMembers,
  },
  /** Those of before are void. */
  renewRecoveryCodes: {
    extension: 'two-factor',
    method: 'POST',
    path: '/api/two-factor/new-recovery-codes/',
    request: twoFactor.provenRequest,
    response: twoFactor.recoveryCodesResponse,
    ...forMembers,
  },
  /** Takes somebody else's second factor off, who has lost it. */
  resetTwoFactor: {
    extension: 'two-factor',
    method: 'POST',
    path: '/api/team/reset-two-factor/',
    request: team.resetTwoFactorRequest,
    response: null,
    ...forAdmins,
  },
  /** Lets the plan end with its period. */
  stopRenewing: {
    extension: 'billing-details',
    method: 'POST',
    path: '/api/stop-renewing/',
    request: null,
    response: null,
    ...forAdmins,
  },
  /** Takes that back. */
  keepRenewing: {
    extension: 'billing-details',
    method: 'POST',
    path: '/api/keep-renewing/',
    request: null,
    response: null,
    ...forAdmins,
  },
  /** Proves that the payment method was changed in checkout; then the profile tells. */
  changePaymentMethod: {
    extension: 'billing-details',
    method: 'POST',
    path: '/api/payment-method/',
    request: verifySubscriptionRequest,
    response: null,
    ...forAdmins,
  },
  /** Asks the payment provider now; then the profile tells. */
  checkPayment: {
    extension: 'billing-details',
    method: 'POST',
    path: '/api/check-payment/',
    request: null,
    response: null,
    ...forAdmins,
  },
} as const satisfies Record<string, ExtensionEndpoint>
