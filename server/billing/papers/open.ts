import type { Context } from 'hono'
import { withoutGlued } from '../../../contract/glued-link'
import type { HostEnvironment } from '../../api/host-environment'
import { HttpError } from '../../api/http-error'
import { networkOf } from '../../api/networks'
import { networkSubject, withRateLimit } from '../../api/rate-limit'
import type { Services } from '../../api/services'
import { readPaper } from './papers'
import { daysOfPaperLink, paperOfToken } from './token'

/**
 * Answers a paper to the reader of the accounting address that its link was mailed to (D143).
 * @throws HttpError 410 if the link is forged or too old, or the address was removed.
 */
export async function openPaper(
  context: Context<HostEnvironment>,
  services: Services,
): Promise<Response> {
  const { clientAddress, isUnknownProxy, logFields } = context.env ?? {}
  if (logFields) logFields.call = 'openPaper'
  const network = networkSubject(networkOf(clientAddress, !isUnknownProxy))
  const read = () => paperOf(services, withoutGlued(context.req.query('token') ?? ''))
  const paper = await withRateLimit(services, 'openPaper', network, read)
  if (!paper) {
    throw new HttpError(
      410,
      `This link has ended: it works for ${daysOfPaperLink} days, and only while the address that it was mailed to gets copies of receipts. The paper was also attached to the mail. Otherwise ask an admin of the organisation for it.`,
      { code: 'link_expired' },
    )
  }
  const bytes = Uint8Array.from(atob(paper.pdf), (letter) => letter.charCodeAt(0))
  return context.body(bytes, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${paper.name}.pdf"`,
  })
}

async function paperOf(services: Services, token: string) {
  const link = paperOfToken(services, token)
  const copy = link && (await services.store.one('copies', { id: link.copyId, removedAt: null }))
  return copy && (await readPaper(services, link.paperId, copy.organisationId))
}
