import { createTransport, type NodemailerError } from 'nodemailer'
import { second } from '../lib/time'
import { MailDeferredError, MailFaultError, MailRefusedError, type SendMail } from './send-mail'

export interface SmtpOptions {
  url: string
  from: string
  requireTls: boolean
  /** The host name in the greeting (EHLO); absent: this machine's. */
  name?: string | undefined
  /** The timeout of one mail, in ms; less than the lease of `server/mail/job.ts`. */
  deadline?: number
}

function openTransport({ url, requireTls, name }: Omit<SmtpOptions, 'from' | 'deadline'>) {
  return createTransport({
    url,
    ...(name && { name }),
    requireTLS: requireTls,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 30 * second,
    dnsTimeout: 10 * second,
    // Mails contain user input: none of it may make us read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Signs in at the mail server, and sends nothing.
 * @throws Error with its reply.
 */
export async function signInAtMailServer(options: SmtpOptions): Promise<void> {
  await openTransport(options).verify()
}

/**
 * Sends each mail over its own SMTP connection: pooled ones go stale, and few mails are sent at
 * once.
 * @param options.url `smtp://` (encrypted by STARTTLS) or `smtps://`, with user and password in it.
 * @param options.requireTls whether to refuse servers that offer no encryption; otherwise they get
 *   mails, user and password in clear.
 * @param options.from the sender, with or without a name: `Orglens <mail@example.com>`.
 */
export function createSmtpSender({
  url,
  from,
  requireTls,
  name,
  deadline = 60 * second,
}: SmtpOptions): SendMail {
  const transport = openTransport({ url, requireTls, name })
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  return async (mail) => {
    try {
      await transport.sendMail({
        from,
        // An object, so that commas or brackets can't make several addresses of it.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: (mail.files ?? []).map(({ name, type, text, encoding }) => ({
          filename: name,
          contentType: encoding ? type : `${type}; charset=utf-8`,
          content: text,
          ...(encoding && { encoding }),
        })),
        date: mail.createdAt,
        // The same for each attempt, so that duplicates can be recognised.
        messageId: `<${mail.id}@${domain}>`,
        // Prevents automatic replies (RFC 3834, section 5).
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribe && {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.timeout(deadline),
      })
    } catch (error) {
      if (isRefusal(error)) throw new MailRefusedError(error.message, { cause: error })
      if (isDeferral(error)) throw new MailDeferredError(error.message, { cause: error })
      if (isFault(error)) throw new MailFaultError(error.message, { cause: error })
      throw error
    }
  }
}

/**
 * Status codes about the recipient's address or mailbox (RFC 3463, RFC 7505). All others may be about us: our name, our
 * sender, our network, our rights there.
 */
const recipientStatuses = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']
/** The words for an unknown recipient, of servers without status codes. */
const unknownRecipient =
  /\b(no such|unknown|invalid|unrouteable) (user|recipient|mailbox|address)|\b(user|recipient|mailbox|address) (unknown|not found|disabled|(does not|doesn't) exist)|\bno mailbox here/i
/** Words about us, beside which those above mean our own address. */
const aboutUs = /\b(sender|from|helo|ehlo|relay|verify|verification|domain|host|client)/i

/**
 * Whether the recipient was refused for good, by a 5xx reply to RCPT TO. Servers refuse us there, too, because many check
 * name, sender and network only then; so the reply has to say that it means the recipient.
 */
function isRefusal(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { command, permanent, response = '' }: NodemailerError = error
  if (command !== 'RCPT TO' || permanent !== true) return false
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status !== undefined) return recipientStatuses.includes(status)
  const words = response.replace(/<[^<>]*>/g, '')
  return unknownRecipient.test(words) && !aboutUs.test(words)
}

/** Whether the mail server refused us for good, at any command: the operator must mend it. */
function isFault(error: unknown): error is NodemailerError {
  return error instanceof Error && (error as NodemailerError).permanent === true
}

/** Whether the recipient alone was refused for now: a 4xx reply to RCPT TO, as greylisting gives. */
function isDeferral(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0 }: NodemailerError = error
  return command === 'RCPT TO' && responseCode >= 400 && responseCode < 500
}
