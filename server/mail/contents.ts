import type { MailContent } from '../store/entities'
import { writeLetter } from './letter'
import { nameInMail, oneLine } from './plain-text'

/**
 * Invites somebody into an organisation (D32).
 * @param mail.invitedBy the full name of whoever invites.
 * @param mail.link takes the invitation up; for this address only.
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
    subject: `${invitedBy} invited you to ${organisation} on ${productName}`,
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

/** Tells the old address that it isn't the account's any more (D32). */
export function emailChangedMail(mail: {
  productName: string
  fullName: string
  newEmail: string
}): MailContent {
  const { productName, fullName } = mail
  return writeLetter({
    productName,
    subject: `The e-mail address of your ${productName} account was changed`,
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `Hello ${nameInMail(fullName)},`,
      `The e-mail address of your ${productName} account is now ${oneLine(mail.newEmail)}. From now on you sign in with that address, and mails about your account go there.`,
      'If you changed it, there is nothing to do.',
      "If you didn't, somebody else is using your account. Where you are still signed in, open your profile and set your own address again, then log out and ask for a new password with 'Forgot password': that signs everybody else out. Where you can't, tell an admin of your organisation at once.",
    ],
    action: null,
    notes: ['This is the last mail about the account that goes to this address.'],
  })
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
