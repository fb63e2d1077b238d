import type { Context } from 'hono'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'

const maxMails = 200

/**
 * Lists captured mails, newest first, for trying Orglens out (D34).
 * @throws HttpError 404 if mails are really sent.
 */
export async function listMailbox(context: Context, { mail, store }: Services): Promise<Response> {
  if (!mail.captures) throw new HttpError(404, 'There is nothing at this address.')
  const mails = await store.listCapturedMails(maxMails)
  return context.json(
    mails.map((one) => ({
      to: one.to,
      subject: one.subject,
      text: one.text,
      html: one.html,
      files: one.files ?? [],
      at: one.createdAt.toISOString(),
    })),
  )
}
