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
  const [short, preposition, long] = {
    made: ['is now an admin', ' in', `made ${member} an admin of ${organisation}`],
    unmade: [
      'is no longer an admin',
      ' in',
      `made ${member}, who was an admin of ${organisation}, a member`,
    ],
    removed: ['was removed', ' from', `removed ${member} from ${organisation}`],
    left: ['has left', '', `left ${organisation}`],
  }[change]
  return writeLetter({
    productName,
    fullName: names.admin,
    subject: `${nameInSubject(names.member)} ${short}${preposition} ${nameInSubject(names.organisation)}`,
    heading: `${member} ${short}`,
    paragraphs: [
      `${nameInMail(names.author)} ${long} on ${productName}.`,
      "If that is right, there is nothing to do. If it isn't, sign in, open 'Invite Team' and correct it, and ask whoever it was whether someone else is using their account.",
    ],
    notes: ['All admins of the organisation get this email.'],
  })
}

/**
 * Tells a former member that their account was deleted.
 * @param mail.removedBy the name of who removed them; null: they left.
 * @param mail.paysFor the plan that their payment method goes on paying (D110), and the method, if it is known; null: none.
 */
export function goodbyeMail(mail: {
  productName: string
  organisationName: string
  fullName: string
  removedBy: string | null
  paysFor: { planName: string; method: string | null } | null
}): MailContent {
  const { productName, removedBy, paysFor } = mail
  const organisation = nameInMail(mail.organisationName)
  const what = removedBy === null ? 'You left' : 'You were removed from'
  const deed =
    removedBy === null
      ? `You left ${organisation}.`
      : `${nameInMail(removedBy)} removed you from ${organisation}.`
  return writeLetter({
    ...mail,
    subject: `${what} ${nameInSubject(mail.organisationName)} on ${productName}`,
    heading: `${what} ${organisation}`,
    paragraphs: [
      `${deed} Your ${productName} account was deleted, and you were logged out everywhere.`,
      ...(paysFor
        ? [
            `${paysFor.method ?? 'Your payment method'}, which you added for the ${paysFor.planName} plan of ${organisation}, will still be charged for it. To change that, ask an admin of ${organisation} to change the payment method or to stop the renewal.`,
          ]
        : []),
    ],
    notes: [
      removedBy === null
        ? "If it wasn't you, someone else knows your password: ask an admin of the organisation to invite you again, and choose another one."
        : 'If that is a mistake, ask an admin of the organisation to invite you again.',
    ],
  })
}
