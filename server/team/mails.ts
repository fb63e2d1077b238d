import { writeLetter } from '../mail/letter'
import { counted, nameInMail, nameInSubject } from '../mail/plain-text'
import type { MailContent } from '../store/outgoing-mail'

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
      `The invitation is for this email address only and can be used for ${counted(expiresInDays, 'day')}.`,
      "If you don't know what this is about, ignore this mail: without the link nothing happens.",
    ],
  })
}

/**
 * Tells an admin that somebody became an admin, is no longer an admin, was removed, or has left.
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
    made: { short: 'is now an admin', of: 'in', long: `made ${who} an admin of ${organisation}` },
    unmade: {
      short: 'is no longer an admin',
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
      "If that is right, there is nothing to do. If it isn't, sign in, open 'Invite Team' and correct it, and ask whoever it was whether somebody else is using their account.",
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
    `${method ?? 'Your payment method'}, which you added for the ${planName} plan of ${organisation}, will still be charged for it. To change that, ask an admin of ${organisation} to change the payment method or to stop the renewal.`,
  ]
}
