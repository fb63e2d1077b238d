import type { CallName } from '../../contract/calls'

/*
 * What should hold for each call, written by hand: the server's own tables are compared with this one. A test fails for a
 * call without a row.
 */

/** All calls without sign-in count together, by the caller's network. */
const open = '600/minute by network (open)'
/** Calls that no write may follow from are counted by each server. */
const openHere = `${open} each server`
const read = '300/minute by user each server'

/**
 * Columns: who may make the call; whether it asks for a second factor, and whether one that was given lately does; whether
 * it can be made before a required second factor is set up; what the audit log has of it (a wrong or used code is entered
 * by whatever asks for one); how often it may be made.
 */
const rows = `
login                   | anybody | code  |     | signed-in | ${open}, 300/quarter by network
refreshToken            | anybody |       |     |           | 30/minute by token, ${open} failures only
logout                  | anybody |       |     |           | ${open}
signup                  | anybody |       |     | signed-up joined | ${open}, 100/hour by network
forgotPassword          | anybody |       |     |           | ${open}, 100/hour by network (resets)
resetPassword           | anybody | code  |     | password-changed address-put-back second-factor-removed passkey-removed | ${open}, 100/hour by network (resets), 30/hour by token
getProfile              | member  |       | yes |           | ${read}
updateProfile           | member  | code  |     | profile-changed address-changed | 60/minute by user, 100/day by user (updateProfile of a day)

getPricing              | anybody |       |     |           | ${openHere}
createSubscription      | admin   |       |     | checkout-opened | 10/day by organisation
verifySubscription      | admin   |       |     | subscribed plan-changed payment-taken checkout-ended proof-refused refund-owed | 60/minute by organisation
cancelSubscription      | admin   |       |     | plan-cancelled | 30/hour by organisation
getSubscriptionActivity | admin   |       |     |           | ${read}
stopRenewing            | admin   |       |     | renewal-stopped | 5/day by organisation (renewals)
keepRenewing            | admin   |       |     | renewal-kept | 5/day by organisation (renewals)
checkPayment            | admin   |       |     |           | 6/minute by organisation
changePaymentMethod     | admin   |       |     | payment-method-changed | 6/minute by organisation, 5/day by organisation (changePaymentMethod of a day)
getReceipts             | admin   |       |     |           | ${read}
getPaper                | admin   |       |     |           | ${read}
billReceipt             | admin   |       |     |           | 60/hour by organisation
getBuyer                | admin   |       |     |           | ${read}
changeBuyer             | admin   |       |     | buyer-changed | 60/day by organisation
addCopy                 | admin   |       |     | copy-added | 10/hour by organisation, 50/day by organisation (addCopy of a day)
removeCopy              | admin   |       |     | copy-removed | 60/day by organisation
confirmCopy             | anybody |       |     |           | ${open}

checkOrganisation       | anybody |       |     |           | ${open}
openInvitation          | anybody |       |     |           | ${open}
inviteTeamMembers       | admin   |       |     | invited   | 60/hour by user, 200/day by user (inviteTeamMembers of a day)
resendInvitation        | admin   |       |     | invitation-sent-again | 60/hour by user, 200/day by user (resendInvitation of a day)
revokeInvitation        | admin   |       |     | invitation-revoked | 60/minute by user, 500/day by user (revokeInvitation of a day)
getTeam                 | admin   |       |     |           | ${read}
setRole                 | admin   | code  |     | made-admin made-member | 50/day by organisation, 50/day by user (over people)
removeMember            | admin   | code  |     | removed   | 200/hour by organisation, 50/day by user (over people)
resetTwoFactor          | admin   | code  |     | second-factor-reset | 100/hour by organisation, 50/day by user (over people)
getAuditLog             | admin   |       |     |           | ${read}

getOrganisation         | admin   |       |     |           | ${read}
renameOrganisation      | admin   |       |     | renamed   | 60/minute by user
changeSlug              | admin   |       |     | slug-changed | 30/hour by user
deleteOrganisation      | admin   | code  |     | deletion-requested renewal-stopped | 20/hour by user
keepOrganisation        | admin   |       |     | deletion-withdrawn renewal-kept | 60/minute by user
changeSecondFactorRule  | admin   | code  |     | second-factor-required | 60/minute by user

changePassword          | member  | code  |     | password-changed | 30/day by user
getSessions             | member  |       |     |           | ${read}
endSession              | member  |       |     | sessions-ended | 60/minute by user
endOtherSessions        | member  |       |     | sessions-ended | 60/minute by user
leave                   | member  | code  |     | left invitation-revoked | 20/hour by user
exportAccount           | member  | code  |     | data-exported | 20/hour by user
confirmAddress          | member  |       |     |           | 30/quarter by user
mailAddressLink         | member  |       |     |           | 5/hour by user, 10/day by user (mailAddressLink of a day)
releaseAddress          | anybody |       |     | address-put-back | ${open}
getTwoFactor            | member  |       | yes |           | ${read}
beginTwoFactor          | member  |       | yes |           | 30/hour by user
confirmTwoFactor        | member  |       | yes | second-factor-set | 30/quarter by user
removeTwoFactor         | member  | fresh |     | second-factor-removed | 10/day by user
renewRecoveryCodes      | member  | fresh |     | recovery-codes-renewed | 5/day by user
beginPasskeySignIn      | anybody |       |     |           | ${openHere}
signInWithPasskey       | anybody |       |     | signed-in passkey-refused | ${open}, 300/quarter by network
beginPasskeyProof       | member  |       |     |           | 60/minute by user
getPasskeys             | member  |       | yes |           | ${read}
beginPasskey            | member  | fresh | yes |           | 20/hour by user
addPasskey              | member  |       | yes | passkey-added | 20/hour by user
renamePasskey           | member  |       |     |           | 60/minute by user
removePasskey           | member  | code  |     | passkey-removed | 20/hour by user

getDashboardLink        | member  |       |     |           | 60/minute by user
getReports              | member  |       |     |           | ${read}
subscribeReport         | member  |       |     | report-subscribed | 60/day by user
changeReport            | member  |       |     |           | 60/hour by user
removeReport            | member  |       |     | report-removed | 60/day by user
resumeReport            | member  |       |     |           | 60/hour by user
sendReportNow           | member  |       |     |           | 3/hour by user
previewReport           | member  |       |     |           | 30/hour by user
unsubscribeReport       | anybody |       |     | report-removed | ${open}
stopReport              | anybody |       |     | report-removed | ${open}
`

/** How often something may be done that is counted once its input is known to be well-formed. */
const actionRows = `
tryPassword                  | 10/quarter by address and network, 300/quarter by address
noticeNewBrowser             | 1/day by user
tryCode                      | 5/quarter by user and network
tryCodeOfDay                 | 20/day by user
tryRecoveryCode              | 5/quarter by user and network
tryRecoveryCodeOfDay         | 20/day by user
tellOfRefusedCodes           | 1/day by user
tryCodeOfSession             | 5/quarter by user and network
tryCodeOfSessionsOfDay       | 20/day by user
tellOfCodesRefusedBySessions | 1/day by user
tryCodeOfLink                | 10/100 days by token
tryCodeOfLinksOfDay          | 20/day by user
tellOfCodesRefusedByLinks    | 1/day by user
useRecoveryCode              | 10/day by user
setSecondFactor              | 5/hour by user, 10/day by user (setSecondFactor of a day)
tellOfRefusedPasskey         | 1/day by user
signUpAs                     | 10/hour by address and network, 100/hour by address
foundOrganisation            | 20/hour by network
mailResetLink                | 5/hour by address and network, 10/hour by address
mailResetLinkToSubAddress    | 20/hour by mailbox
setPassword                  | 10/day by user
setPasswordByLink            | 5/day by user
changeAddress                | 5/hour by user, 8/day by user (changeAddress of a day), 10/day by address, 40/day by mailbox
askAddress                   | 10/day by mailbox
askAccountingAddress         | 5/day by mailbox and organisation, 40/day by mailbox
learnOfAccount               | 1200/hour by network
mailNotice                   | 40/day by mailbox
exportData                   | 5/day by user
endSessions                  | 10/day by user
changeRole                   | 5/day by user
inviteAddress                | 3/day by address and organisation, 20/day by mailbox and organisation
mailInvitation               | 20/day by address, 40/day by mailbox
sendInvitation               | 500/hour by organisation
sendInvitationWhenNew        | 50/hour by organisation
renamed                      | 10/day by organisation
slugChanged                  | 2/30 days by organisation
deletionRequested            | 3/day by organisation
secondFactorRuleChanged      | 5/day by organisation
refuseProof                  | 50/day by organisation
mailReport                   | 5000/day by organisation
openPaper                    | ${open}
forgeWebhook                 | 60/minute by network
`

const cellsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()))

const callRows = cellsOf(rows).map(
  ([name, who = '', code = '', early, entered = '', limits = '']) =>
    [
      name as CallName,
      {
        who,
        code,
        beforeSecondFactor: early === 'yes',
        entered: (entered.match(/\S+/g) ?? []) as readonly string[],
        limits,
      },
    ] as const,
)

/** The row of each call. */
export const callTable = Object.fromEntries(callRows) as Record<
  CallName,
  (typeof callRows)[number][1]
>

/** The limits of each call and each action. */
export const limitTable: Record<string, string> = Object.fromEntries([
  ...callRows.map(([name, { limits }]) => [name, limits]),
  ...cellsOf(actionRows),
])

/** @returns the calls for those callers, or all. */
export const callsFor = (...who: readonly string[]) =>
  (Object.keys(callTable) as CallName[]).filter((name) => who.includes(callTable[name].who))
