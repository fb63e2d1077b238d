import type { MailContent } from '../store/entities'
import { writeLetter } from './letter'
import { addressInMail, nameInMail, nameInSubject } from './plain-text'
import { type Whereabouts, whereaboutsText } from './security-notices'

/**
 * Invites somebody into an organisation (D32).
 * @param mail.invitedBy the full name of the inviter.
 * @param mail.link accepts the invitation; for this address only.
 */
export function invitationMail(mail: {
  productName: string
  organisationName: string
  invitedBy: string
  link: string
  expiresInDays: number
}): MailContent {
  const { productName, link, expiresInDays } = mail
  const organisation = nameInMail(mail.organisationName)
  const invitedBy = nameInMail(mail.invitedBy)
  return writeLetter({
    productName,
    subject: `${nameInSubject(mail.invitedBy)} invited you to ${nameInSubject(mail.organisationName)} on ${productName}`,
    heading: `Join ${organisation} on ${productName}`,
    paragraphs: [
      `${invitedBy} invited you to join ${organisation} on ${productName}, where the organisation sees its numbers on one dashboard.`,
    ],
    action: { label: 'Accept the invitation', link },
    notes: [
      `The invitation is for this e-mail address only and can be used for ${count(expiresInDays, 'day')}.`,
      "If you don't know what this is about, ignore this mail: without the link nothing happens.",
    ],
  })
}

/**
 * Lets somebody set a new password (D32).
 * @param mail.link sets it, once.
 */
export function passwordResetMail(mail: {
  productName: string
  fullName: string
  link: string
  expiresInMinutes: number
}): MailContent {
  const { productName, fullName, link, expiresInMinutes } = mail
  const time =
    expiresInMinutes % 60 === 0
      ? count(expiresInMinutes / 60, 'hour')
      : count(expiresInMinutes, 'minute')
  return writeLetter({
    productName,
    subject: `Set a new password for ${productName}`,
    heading: 'Set a new password',
    paragraphs: [
      `Hello ${nameInMail(fullName)},`,
      `Somebody, probably you, asked for a new password for your ${productName} account.`,
    ],
    action: { label: 'Set a new password', link },
    notes: [
      `The link can be used once, for ${time}. A new password signs you out everywhere.`,
      "If it wasn't you, ignore this mail: your password stays as it is.",
    ],
  })
}

/**
 * Tells the old address that the account has another one now (D32).
 * @param mail.undo restores the address and sets a new password (D66); null if the change was made
 *   with the password.
 */
export function emailChangedMail(
  mail: Whereabouts & {
    productName: string
    fullName: string
    newEmail: string
    undo: { link: string; expiresInDays: number; hasOlder: boolean } | null
  },
): MailContent {
  const { productName, fullName, undo } = mail
  const undoHelp = undo?.hasOlder
    ? 'An earlier mail told of another change: its link takes the account back, and works first. Once that has expired, set a new password with this link: that puts this address back and signs everybody else out.'
    : 'Set a new password with this link: that puts this address back and signs everybody else out.'
  const help = undo
    ? `If you didn't, somebody else is using your account. ${undoHelp}`
    : "If you didn't, somebody else is using your account. If an earlier mail told you of a change as well, use its link: it takes the account back. Otherwise, where you are still signed in, open your profile and set your own address again, then log out and ask for a new password with 'Forgot password': that signs everybody else out. Where you can't, tell an admin of your organisation at once."
  return writeLetter({
    productName,
    subject: `The e-mail address of your ${productName} account was changed`,
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `Hello ${nameInMail(fullName)},`,
      `The e-mail address of your ${productName} account is now ${addressInMail(mail.newEmail)}. From now on you sign in with that address, and mails about your account go there. ${whereaboutsText(mail)}`,
      'If you changed it, there is nothing to do.',
      help,
    ],
    action: undo && { label: 'Put this address back', link: undo.link },
    notes: [
      ...(undo ? [`The link can be used once, for ${count(undo.expiresInDays, 'day')}.`] : []),
      'This is the last mail about the account that goes to this address.',
    ],
  })
}

/**
 * Asks an account's unproven address whether it is its user's (D90).
 * @param mail.link confirms it for whoever uses the account, and releases it for everybody else.
 * @param mail.isChanged whether the account had another one before.
 */
export function confirmAddressMail(mail: {
  productName: string
  fullName: string
  link: string
  expiresInDays: number
  isChanged: boolean
}): MailContent {
  const { productName, fullName, link, expiresInDays, isChanged } = mail
  const user = nameInMail(fullName)
  return writeLetter({
    productName,
    subject: `Is this your address on ${productName}?`,
    heading: 'Is this your address?',
    paragraphs: [
      `The ${productName} account of ${user} ${isChanged ? 'was changed to' : 'was registered with'} this e-mail address.`,
      `If it is your account, open the link where you are signed in, and confirm the address. ${
        isChanged
          ? 'Until then, no new password can be set by mail.'
          : 'Until then, whoever reads this mailbox can set a new password without a code.'
      }`,
      isChanged
        ? "If it isn't, open the link and say so: then the account goes back to the address that it had before."
        : "If it isn't, somebody took your address: choose 'Forgot password' where one signs in, and the account is yours.",
    ],
    action: { label: isChanged ? 'Confirm or release it' : 'Confirm it', link },
    notes: [
      `The link can be used for ${count(expiresInDays, 'day')}. Opening it changes nothing yet.`,
    ],
  })
}

/** Tells somebody that their account has its former address again, because the other one was nobody's who knows it. */
export function addressPutBackMail(mail: {
  productName: string
  fullName: string
  releasedEmail: string
}): MailContent {
  const { productName, fullName } = mail
  return writeLetter({
    productName,
    subject: `Your ${productName} account has its former e-mail address again`,
    heading: 'Your account has this address again',
    paragraphs: [
      `Hello ${nameInMail(fullName)},`,
      `Your ${productName} account had the address ${addressInMail(mail.releasedEmail)}, which was never confirmed. Whoever reads the mails there says that it isn’t theirs, so the account has this address again.`,
      'If you mistyped the address, set the right one on your profile. If you didn’t change it, set a new password: somebody else is using your account.',
    ],
    action: null,
    notes: ['You sign in with this address again.'],
  })
}

/**
 * Tells an admin that somebody became an admin, is no admin any more, was removed, or has left.
 * @param mail.who the person concerned, and `mail.changedBy` the author: full names.
 */
export function adminsChangedMail(mail: {
  productName: string
  organisationName: string
  fullName: string
  changedBy: string
  who: string
  what: 'made' | 'unmade' | 'removed' | 'left'
}): MailContent {
  const { productName, fullName } = mail
  const organisation = nameInMail(mail.organisationName)
  const who = nameInMail(mail.who)
  const changedBy = nameInMail(mail.changedBy)
  const { short, of, long } = {
    made: { short: 'is an admin now', of: 'in', long: `made ${who} an admin of ${organisation}` },
    unmade: {
      short: 'is no admin any more',
      of: 'in',
      long: `made ${who}, who was an admin of ${organisation}, a member`,
    },
    removed: { short: 'was removed', of: 'from', long: `removed ${who} from ${organisation}` },
    left: { short: 'has left', of: '', long: `left ${organisation}` },
  }[mail.what]
  return writeLetter({
    productName,
    subject: [nameInSubject(mail.who), short, of, nameInSubject(mail.organisationName)]
      .filter(Boolean)
      .join(' '),
    heading: `${who} ${short}`,
    paragraphs: [
      `Hello ${nameInMail(fullName)},`,
      `${changedBy} ${long} on ${productName}.`,
      "If that is right, there is nothing to do. If it isn't, sign in, open 'Invite Team' and put it right, and ask whoever it was whether somebody else is using their account.",
    ],
    action: null,
    notes: ['All admins of the organisation get this mail.'],
  })
}

/** Tells somebody that their account is gone, because an admin removed them. */
export function removedMail(mail: {
  productName: string
  organisationName: string
  fullName: string
  removedBy: string
  paysFor: PaidPlan | null
}): MailContent {
  const { productName } = mail
  const organisation = nameInMail(mail.organisationName)
  return writeLetter({
    productName,
    subject: `You were removed from ${nameInSubject(mail.organisationName)} on ${productName}`,
    heading: `You were removed from ${organisation}`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `${nameInMail(mail.removedBy)} removed you from ${organisation}. Your ${productName} account was deleted, and you were signed out everywhere.`,
      ...paymentGoesOn(organisation, mail.paysFor),
    ],
    action: null,
    notes: ['If that is a mistake, ask an admin of the organisation to invite you again.'],
  })
}

/** Tells somebody that their account is gone, because they left. */
export function departureMail(mail: {
  productName: string
  organisationName: string
  fullName: string
  paysFor: PaidPlan | null
}): MailContent {
  const { productName } = mail
  const organisation = nameInMail(mail.organisationName)
  return writeLetter({
    productName,
    subject: `You left ${nameInSubject(mail.organisationName)} on ${productName}`,
    heading: `You left ${organisation}`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `You left ${organisation}. Your ${productName} account was deleted, and you were signed out everywhere.`,
      ...paymentGoesOn(organisation, mail.paysFor),
    ],
    action: null,
    notes: [
      "If it wasn't you, somebody else knows your password: ask an admin of the organisation to invite you again, and choose another one.",
    ],
  })
}

/** A plan that the recipient's payment method goes on paying; its name, and the method, as far as known. */
interface PaidPlan {
  planName: string
  method: string | null
}

/** @returns what becomes of the payment method of somebody who has left (D110). */
function paymentGoesOn(organisation: string, paysFor: PaidPlan | null): string[] {
  if (!paysFor) return []
  const { planName, method } = paysFor
  return [
    `${method ?? 'Your payment method'}, which you gave for the ${planName} plan of ${organisation}, goes on paying for it. To change that, ask an admin of ${organisation} to change the payment method or to stop the renewal.`,
  ]
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
