import type { CallName } from '../../contract/calls'

/*
 * What should hold for each call, written by hand: the server's own tables are compared with this one. A test fails for a
 * call without a row.
 */

/**
 * Columns: who may make the call; whether it asks for a second factor, and whether one that was given lately does; whether
 * it can be made before a required second factor is set up.
 */
const rows = `
login                   | anybody | code  |
refreshToken            | anybody |       |
logout                  | anybody |       |
signup                  | anybody |       |
forgotPassword          | anybody |       |
resetPassword           | anybody | code  |
getProfile              | member  |       | yes
updateProfile           | member  | code  |

getPricing              | anybody |       |
createSubscription      | admin   |       |
verifySubscription      | admin   |       |
cancelSubscription      | admin   |       |
getSubscriptionActivity | admin   |       |
stopRenewing            | admin   |       |
keepRenewing            | admin   |       |
checkPayment            | admin   |       |
changePaymentMethod     | admin   |       |
getReceipts             | admin   |       |
getPaper                | admin   |       |
billReceipt             | admin   |       |
getBuyer                | admin   |       |
changeBuyer             | admin   |       |
addCopy                 | admin   |       |
removeCopy              | admin   |       |
confirmCopy             | anybody |       |

checkOrganisation       | anybody |       |
openInvitation          | anybody |       |
inviteTeamMembers       | admin   |       |
resendInvitation        | admin   |       |
revokeInvitation        | admin   |       |
getTeam                 | admin   |       |
setRole                 | admin   | code  |
removeMember            | admin   | code  |
resetTwoFactor          | admin   | code  |
getAuditLog             | admin   |       |

getOrganisation         | admin   |       |
renameOrganisation      | admin   |       |
changeSlug              | admin   |       |
deleteOrganisation      | admin   | code  |
keepOrganisation        | admin   |       |
changeSecondFactorRule  | admin   | code  |

changePassword          | member  | code  |
getSessions             | member  |       |
endSession              | member  |       |
endOtherSessions        | member  |       |
leave                   | member  | code  |
exportAccount           | member  | code  |
confirmAddress          | member  |       |
mailAddressLink         | member  |       |
releaseAddress          | anybody |       |
getTwoFactor            | member  |       | yes
beginTwoFactor          | member  |       | yes
confirmTwoFactor        | member  |       | yes
removeTwoFactor         | member  | fresh |
renewRecoveryCodes      | member  | fresh |
beginPasskeySignIn      | anybody |       |
signInWithPasskey       | anybody |       |
beginPasskeyProof       | member  |       |
getPasskeys             | member  |       | yes
beginPasskey            | member  | fresh | yes
addPasskey              | member  |       | yes
renamePasskey           | member  |       |
removePasskey           | member  | code  |

getDashboardLink        | member  |       |
getReports              | member  |       |
subscribeReport         | member  |       |
changeReport            | member  |       |
removeReport            | member  |       |
resumeReport            | member  |       |
sendReportNow           | member  |       |
previewReport           | member  |       |
unsubscribeReport       | anybody |       |
stopReport              | anybody |       |
`

const callRows = rows
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [name, who = '', code = '', early] = line.split('|').map((cell) => cell.trim())
    return [name as CallName, { who, code, beforeSecondFactor: early === 'yes' }] as const
  })

/** The row of each call. */
export const callTable = Object.fromEntries(callRows) as Record<
  CallName,
  (typeof callRows)[number][1]
>

/** @returns the calls for those callers, or all. */
export const callsFor = (...who: readonly string[]) =>
  (Object.keys(callTable) as CallName[]).filter((name) => who.includes(callTable[name].who))
