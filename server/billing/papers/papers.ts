import type { Services } from '../../api/services'
import { tokenHash } from '../../lib/tokens'
import { ensure, not, remove } from '../../store/change'
import type { Attachment, Mail } from '../../store/outgoing-mail'
import { StoreUnavailable } from '../../store/unavailable'
import { sanitizedErrorMessage } from '../../work/sanitized-error-message'
import type { TaxDocument } from '../invoices/tables'
import { isPaid, type PaidReceipt } from '../receipts/receipt-mail'
import { makeDocumentPdf, makeReceiptPdf } from './sheets'

/*
 * Papers: the PDFs of tax documents and receipts. Each is made once and kept, so that no later setting changes it.
 * pdfkit is asynchronous, and no change may await anything but its reads. So the PDF of a document is made right after the
 * change that gave it its number. If that fails, or the document is older than PDFs are, it is made from the stored facts
 * when it is first mailed or downloaded. Of several servers that make it at once, the first one's is kept.
 */

export type PaperServices = Pick<
  Services,
  'store' | 'log' | 'productName' | 'timeZone' | 'seller' | 'readFont'
>

export interface Paper {
  /** The file's name without its extension: 'Tax invoice OL-26-27-000042'. */
  name: string
  /** In base64. */
  pdf: string
}

/** A paper's facts, and how it is made from them. */
interface Source extends Pick<Paper, 'name'> {
  organisationId: string | null
  row: { id: string; documentId: string | null; receiptId: string | null }
  make: () => Promise<Uint8Array>
}

/**
 * Reads a paper, and makes it if there is none yet.
 * @param id of the tax document or the receipt.
 * @param organisationId the organisation that it must belong to; absent: any.
 * @returns null if there is no such document, or its receipt is unpaid or has no seller.
 */
export async function readPaper(
  services: PaperServices,
  id: string,
  organisationId?: string,
): Promise<Paper | null> {
  const { store } = services
  const source = await sourceOf(services, id)
  if (!source || (organisationId !== undefined && source.organisationId !== organisationId)) {
    return null
  }
  const { row, name } = source
  const kept = () => store.one('papers', { id: row.id })
  const paper = await kept()
  if (paper) return { name, pdf: paper.pdf }
  const made = { ...row, pdf: inBase64(await source.make()) }
  await store.save(ensure('papers', ['id'], made))
  const { receiptId } = row
  if (receiptId) await store.save(remove('papers', { receiptId, id: not(row.id) }))
  return { name, pdf: ((await kept()) ?? made).pdf }
}

async function sourceOf(services: PaperServices, id: string): Promise<Source | null> {
  const { store, productName, timeZone, seller, readFont } = services
  if (!readFont) return null
  const settings = { productName, timeZone, readFont }
  const document = await store.one('taxDocuments', { id })
  if (document) {
    const { kind, number, receiptId, organisationId } = document
    const siblings = await store.all('taxDocuments', { receiptId })
    const receipt = await store.one('receipts', { id: receiptId })
    return {
      name: fileName(kind === 'invoice' ? 'Tax invoice' : 'Credit note', number),
      organisationId,
      row: { id, documentId: id, receiptId: null },
      make: () => makeDocumentPdf(settings, document, siblings, receipt),
    }
  }
  const receipt = await store.one('receipts', { id })
  if (!receipt || !isPaid(receipt) || !seller) return null
  return {
    name: fileName('Receipt', receipt.number ?? id),
    organisationId: receipt.organisationId,
    row: { id: `${id} ${tokenHash(shownOf(receipt))}`, documentId: null, receiptId: id },
    make: () => makeReceiptPdf(settings, receipt, seller),
  }
}

/** @returns the facts that a receipt's PDF shows. A refund or another buyer makes it another paper, which replaces this one. */
function shownOf(receipt: PaidReceipt): string {
  const { organisationName, planName, number, paymentId, paidAt, periodStart, periodEnd } = receipt
  const { amount, refundedAmount, currency, method, billedTo } = receipt
  const named = [organisationName, planName, number, paymentId, paidAt, periodStart, periodEnd]
  return JSON.stringify([...named, amount, refundedAmount, currency, method, billedTo])
}

/** Makes the papers of documents that just got their numbers. A failure is logged: they are made when they are needed. */
export async function makePapers(
  services: PaperServices,
  documents: readonly Pick<TaxDocument, 'id'>[],
): Promise<void> {
  for (const { id } of documents) {
    await readPaper(services, id).catch((error: unknown) => logFailure(services, id, error))
  }
}

/**
 * Attaches a mail's papers. A paper that can't be made doesn't keep the mail back, whose text has all that is booked.
 * @throws StoreUnavailable
 */
export async function withPapers(services: PaperServices, mail: Mail): Promise<Mail> {
  if (!mail.papers) return mail
  const files: Attachment[] = []
  for (const id of mail.papers) {
    const paper = await readPaper(services, id).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error
      logFailure(services, id, error)
    })
    if (paper) {
      const name = `${paper.name}.pdf`
      files.push({ name, type: 'application/pdf', text: paper.pdf, encoding: 'base64' })
    }
  }
  return { ...mail, files: [...(mail.files ?? []), ...files] }
}

const logFailure = ({ log }: PaperServices, paper: string, error: unknown) =>
  log.error('A PDF could not be made', { paper, error: sanitizedErrorMessage(error) })

const fileName = (kind: string, number: string) =>
  `${kind} ${number.replace(/[^A-Za-z0-9]+/g, '-')}`

function inBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
