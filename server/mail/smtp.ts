import { createTransport, type NodemailerError } from 'nodemailer'
import { second } from '../lib/time'
import { MailDeferredError, MailRefusedError, type SendMail } from './send-mail'

export interface SmtpOptions {
  url: string
  from: string
  requireTls: boolean
  /** The timeout of one mail, in ms; less than the lease of `server/mail/job.ts`. */
  deadline?: number
}

function openTransport({ url, requireTls }: Pick<SmtpOptions, 'url' | 'requireTls'>) {
  return createTransport({
    url,
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
  deadline = 60 * second,
}: SmtpOptions): SendMail {
  const transport = openTransport({ url, requireTls })
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
        attachments: (mail.files ?? []).map(({ name, type, text }) => ({
          filename: name,
          contentType: `${type}; charset=utf-8`,
          content: text,
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
      throw error
    }
  }
}

/**
 * Whether the recipient was refused for good: a 5xx reply to RCPT TO (RFC 5321, section 4.2.1).
 * Faults on our side can be fixed while the mail waits, so they don't count: a refused sign-in or
 * sender, 530 (sign in first), and 5.7.x (policy, such as "relaying denied"; RFC 3463, section
 * 3.8).
 */
function isRefusal(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { command, permanent, response = '' }: NodemailerError = error
  return command === 'RCPT TO' && permanent === true && !/^(530|5\d\d[ -]5\.7\.)/.test(response)
}

/** Whether the recipient alone was refused for now: a 4xx reply to RCPT TO, as greylisting gives. */
function isDeferral(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0 }: NodemailerError = error
  return command === 'RCPT TO' && responseCode >= 400 && responseCode < 500
}
