import type { CallName } from '../../contract/calls'

/*
 * What should hold for each call, written by hand: the server's own tables are compared with this one. A test fails for a
 * call without a row.
 */

/**
 * Columns: who may make the call; whether it asks for a second factor, and whether one that was given lately does; whether
 * it can be made before a required second factor is set up; what the audit log has of it (a wrong or used code is entered
 * by whatever asks for one).
 */
const rows = `
login                   | anybody | code  |     | signed-in
refreshToken            | anybody |       |     |
logout                  | anybody |       |     |
signup                  | anybody |       |     | signed-up joined
forgotPassword          | anybody |       |     |
resetPassword           | anybody | code  |     | password-changed address-put-back second-factor-removed passkey-removed
getProfile              | member  |       | yes |
updateProfile           | member  | code  |     | profile-changed address-changed

getPricing              | anybody |       |     |
createSubscription      | admin   |       |     | checkout-opened
verifySubscription      | admin   |       |     | subscribed plan-changed payment-taken checkout-ended proof-refused refund-owed
cancelSubscription      | admin   |       |     | plan-cancelled
getSubscriptionActivity | admin   |       |     |
stopRenewing            | admin   |       |     | renewal-stopped
keepRenewing            | admin   |       |     | renewal-kept
checkPayment            | admin   |       |     |
changePaymentMethod     | admin   |       |     | payment-method-changed
getReceipts             | admin   |       |     |
getPaper                | admin   |       |     |
billReceipt             | admin   |       |     |
getBuyer                | admin   |       |     |
changeBuyer             | admin   |       |     | buyer-changed
addCopy                 | admin   |       |     | copy-added
removeCopy              | admin   |       |     | copy-removed
confirmCopy             | anybody |       |     |

checkOrganisation       | anybody |       |     |
openInvitation          | anybody |       |     |
inviteTeamMembers       | admin   |       |     | invited
resendInvitation        | admin   |       |     | invitation-sent-again
revokeInvitation        | admin   |       |     | invitation-revoked
getTeam                 | admin   |       |     |
setRole                 | admin   | code  |     | made-admin made-member
removeMember            | admin   | code  |     | removed
resetTwoFactor          | admin   | code  |     | second-factor-reset
getAuditLog             | admin   |       |     |

getOrganisation         | admin   |       |     |
renameOrganisation      | admin   |       |     | renamed
changeSlug              | admin   |       |     | slug-changed
deleteOrganisation      | admin   | code  |     | deletion-requested renewal-stopped
keepOrganisation        | admin   |       |     | deletion-withdrawn renewal-kept
changeSecondFactorRule  | admin   | code  |     | second-factor-required

changePassword          | member  | code  |     | password-changed
getSessions             | member  |       |     |
endSession              | member  |       |     | sessions-ended
endOtherSessions        | member  |       |     | sessions-ended
leave                   | member  | code  |     | left invitation-revoked
exportAccount           | member  | code  |     | data-exported
confirmAddress          | member  |       |     |
mailAddressLink         | member  |       |     |
releaseAddress          | anybody |       |     | address-put-back
getTwoFactor            | member  |       | yes |
beginTwoFactor          | member  |       | yes |
confirmTwoFactor        | member  |       | yes | second-factor-set
removeTwoFactor         | member  | fresh |     | second-factor-removed
renewRecoveryCodes      | member  | fresh |     | recovery-codes-renewed
beginPasskeySignIn      | anybody |       |     |
signInWithPasskey       | anybody |       |     | signed-in passkey-refused
beginPasskeyProof       | member  |       |     |
getPasskeys             | member  |       | yes |
beginPasskey            | member  | fresh | yes |
addPasskey              | member  |       | yes | passkey-added
renamePasskey           | member  |       |     |
removePasskey           | member  | code  |     | passkey-removed

getDashboardLink        | member  |       |     |
getReports              | member  |       |     |
subscribeReport         | member  |       |     | report-subscribed
changeReport            | member  |       |     |
removeReport            | member  |       |     | report-removed
resumeReport            | member  |       |     |
sendReportNow           | member  |       |     |
previewReport           | member  |       |     |
unsubscribeReport       | anybody |       |     | report-removed
stopReport              | anybody |       |     | report-removed
`

const callRows = rows
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [name, who = '', code = '', early, entered = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return [
      name as CallName,
      {
        who,
        code,
        beforeSecondFactor: early === 'yes',
        entered: (entered.match(/\S+/g) ?? []) as readonly string[],
      },
    ] as const
  })

/** The row of each call. */
export const callTable = Object.fromEntries(callRows) as Record<
  CallName,
  (typeof callRows)[number][1]
>

/** @returns the calls for those callers, or all. */
export const callsFor = (...who: readonly string[]) =>
  (Object.keys(callTable) as CallName[]).filter((name) => who.includes(callTable[name].who))
