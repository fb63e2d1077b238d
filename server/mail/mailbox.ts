import type { Context } from 'hono'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'

const maxMails = 200

/**
 * Lists captured mails, newest first, for trying Orglens out (D34), or answers one of the papers that they have.
 * @param readPaper reads the PDF of a tax document or a receipt.
 * @throws HttpError 404 if mails are really sent, or there is no such paper.
 */
export async function answerMailbox(
  context: Context,
  { mail, store }: Services,
  readPaper: (id: string) => Promise<{ name: string; pdf: string } | null>,
): Promise<Response> {
  if (!mail.captures) throw new HttpError(404, 'There is nothing at this address.')
  const wanted = context.req.query('paper')
  if (wanted !== undefined) {
    const paper = await readPaper(wanted)
    if (!paper) throw new HttpError(404, 'There is no such paper any more.')
    return context.json(paper)
  }
  const mails = await store.listCapturedMails(maxMails)
  return context.json(
    mails.map((one) => ({
      to: one.to,
      subject: one.subject,
      text: one.text,
      html: one.html,
      files: one.files ?? [],
      papers: one.papers ?? [],
      at: one.createdAt.toISOString(),
    })),
  )
}
