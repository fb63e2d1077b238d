import { HttpError } from '../../api/http-error'
import { validInvoice } from '../invoices/documents'
import { type Paper, type PaperServices, readPaper } from './papers'

/**
 * Reads the PDF of an organisation's receipt.
 * @param number the number of a document about it; absent: the valid invoice, else the receipt.
 * @throws HttpError 404 if there is no such document, or no PDF of an unpaid receipt or without a seller.
 */
export async function downloadPaper(
  services: PaperServices,
  organisationId: string,
  receiptId: string,
  number: string | undefined,
): Promise<Paper> {
  const documents = await services.store.all('taxDocuments', { receiptId, organisationId })
  const document = number ? documents.find((one) => one.number === number) : validInvoice(documents)
  const id = document?.id ?? (number ? null : receiptId)
  const paper = id && (await readPaper(services, id, organisationId))
  if (!paper) throw new HttpError(404, 'Your organisation has no such receipt.')
  return paper
}
