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
      "If you don't know what this is about, ignore this email: without the link nothing happens.",
    ],
  })
}

export type AdminChange = 'made' | 'unmade' | 'removed' | 'left'

/** Tells an admin that somebody became an admin, is no longer an admin, was removed, or has left. */
export function adminsChangedMail(
  productName: string,
  change: AdminChange,
  names: Record<'organisation' | 'admin' | 'member' | 'author', string>,
): MailContent {
  const organisation = nameInMail(names.organisation)
  const member = nameInMail(names.member)
  const author = nameInMail(names.author)
  const { short, preposition, long } = {
    made: {
      short: 'is now an admin',
      preposition: ' in',
      long: `made ${member} an admin of ${organisation}`,
    },
    unmade: {
      short: 'is no longer an admin',
      preposition: ' in',
      long: `made ${member}, who was an admin of ${organisation}, a member`,
    },
    removed: {
      short: 'was removed',
      preposition: ' from',
      long: `removed ${member} from ${organisation}`,
    },
    left: { short: 'has left', preposition: '', long: `left ${organisation}` },
  }[change]
  return writeLetter({
    productName,
    subject: `${nameInSubject(names.member)} ${short}${preposition} ${nameInSubject(names.organisation)}`,
    heading: `${member} ${short}`,
    paragraphs: [
      `Hello ${nameInMail(names.admin)},`,
      `${author} ${long} on ${productName}.`,
      "If that is right, there is nothing to do. If it isn't, sign in, open 'Invite Team' and correct it, and ask whoever it was whether someone else is using their account.",
    ],
    action: null,
    notes: ['All admins of the organisation get this email.'],
  })
}

/** Tells a former member that an admin removed them, and that their account was deleted. */
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
      `${nameInMail(mail.removedBy)} removed you from ${organisation}. Your ${productName} account was deleted, and you were logged out everywhere.`,
      ...paymentGoesOn(organisation, mail.paysFor),
    ],
    action: null,
    notes: ['If that is a mistake, ask an admin of the organisation to invite you again.'],
  })
}

/** Tells a former member that they left, and that their account was deleted. */
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
      `You left ${organisation}. Your ${productName} account was deleted, and you were logged out everywhere.`,
      ...paymentGoesOn(organisation, mail.paysFor),
    ],
    action: null,
    notes: [
      "If it wasn't you, someone else knows your password: ask an admin of the organisation to invite you again, and choose another one.",
    ],
  })
}

/** A plan that the recipient's payment method goes on paying. `method` is null if unknown. */
interface PaidPlan {
  planName: string
  method: string | null
}

/** @returns a paragraph for a former member whose payment method is still charged (D110). */
function paymentGoesOn(organisation: string, paysFor: PaidPlan | null): string[] {
  if (!paysFor) return []
  const { planName, method } = paysFor
  return [
    `${method ?? 'Your payment method'}, which you added for the ${planName} plan of ${organisation}, will still be charged for it. To change that, ask an admin of ${organisation} to change the payment method or to stop the renewal.`,
  ]
}
