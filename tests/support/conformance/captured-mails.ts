import { emailKey } from '../../../server/people/email'
import type { Mail } from '../../../server/store/outgoing-mail'
import type { Client } from './client'

type CapturedMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'files'> & { at: string }

/** @returns the mails that were sent last, newest first. Over HTTP it is the longest answer, and tests want it most. */
export async function listMails({ api, send }: Client): Promise<CapturedMail[]> {
  const mails = await api.store?.listCapturedMails(10_000)
  if (mails) return mails.map((mail) => ({ ...mail, at: mail.createdAt.toISOString() }))
  return await (await send('/dev/mailbox.json')).json()
}

/** @returns what was sent to an address, however it is spelt, newest first. */
export async function mailsTo(client: Client, address: string): Promise<CapturedMail[]> {
  const key = emailKey(address)
  return (await listMails(client)).filter(({ to }) => to === key)
}

export const subjectsTo = async (client: Client, address: string): Promise<string[]> =>
  (await mailsTo(client, address)).map(({ subject }) => subject)

/** @returns the only mail to an address. Fails when there is another number of them. */
export async function onlyMailTo(client: Client, address: string): Promise<CapturedMail> {
  const [mail, ...more] = await mailsTo(client, address)
  if (!mail || more.length > 0) throw new Error(`There is not one mail to ${address}.`)
  return mail
}

/** @returns the token of the link that stands on a line of its own in the text. */
export function tokenIn(
  mail: CapturedMail | undefined,
  route: 'invite' | 'reset-password' | 'confirm-address' | 'stop-report' | 'confirm-copy',
): string {
  const text = mail?.text ?? ''
  const [, token] = new RegExp(`^https?://[^/\\s]+/${route}/(\\S+)$`, 'm').exec(text) ?? []
  if (!token) throw new Error(`There is no link to ${route} in: ${text}`)
  return token
}

export async function askForReset(client: Client, email: string): Promise<string> {
  await client.succeed('forgotPassword', { email })
  const mails = await mailsTo(client, email)
  return tokenIn(
    mails.find(({ subject }) => subject.startsWith('Set a new password')),
    'reset-password',
  )
}

/** @returns the token of the link that asks an address whether it is its account's. */
export async function addressTokenOf(client: Client, email: string): Promise<string> {
  const mails = await mailsTo(client, email)
  const asking = mails.find(({ text }) => text.includes('/confirm-address/'))
  return tokenIn(asking, 'confirm-address')
}

export async function confirmAddress(client: Client, access: string, email: string): Promise<void> {
  const address_token = await addressTokenOf(client, email)
  await client.succeed('confirmAddress', { address_token }, access)
}
