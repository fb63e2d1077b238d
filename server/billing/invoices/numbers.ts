import { createSiteZone } from '../../../contract/site-day'
import type { Services } from '../../api/services'
import {
  add,
  ensure,
  type Lock,
  oneOf,
  type Reading,
  type Row,
  set,
  type Write,
} from '../../store/change'
import type { TaxDocument } from './tables'

/*
 * Numbers of tax invoices and credit notes, without gaps or duplicates (D143). A number is taken in the change that saves
 * its document, under the lock of its series. Source: CGST rule 46(b): at most 16 characters, consecutive, unique for a
 * financial year.
 */

const mostCharacters = 16

/** The time zone of the documents' dates and financial years. */
const india = createSiteZone('Asia/Kolkata')

/** @returns India's financial year at an instant: '26-27' from April 2026 to March 2027. */
export function financialYearOf(at: Date): string {
  const day = india.dayOf(at)
  const begins = day.getUTCMonth() >= 3 ? day.getUTCFullYear() : day.getUTCFullYear() - 1
  return [begins, begins + 1].map((year) => String(year % 100).padStart(2, '0')).join('-')
}

type Series = Row<'invoiceSeries'>

const seriesIdOf = (gstin: string, at: Date) => `${gstin} ${financialYearOf(at)}`

/** The prefix of a new series, by the GSTIN of its seller. */
export type Prefixes = ReadonlyMap<string, string>

/** @returns the prefix of a number: the part before the first slash. */
export const prefixOf = (number: string) => number.split('/')[0] ?? ''

/**
 * Creates the sellers' series of a financial year where they are missing, because only existing rows can be locked.
 * @param now is in that year.
 * @returns the locks of these series, always in one order.
 */
export async function seriesLocks(
  { store }: Pick<Services, 'store'>,
  prefixes: Prefixes,
  now: Date,
): Promise<Lock[]> {
  const series = [...prefixes].map(([gstin, prefix]) => ({
    id: seriesIdOf(gstin, now),
    prefix,
    lastInvoice: 0,
    lastCreditNote: 0,
    lastAt: null,
  }))
  if (series.length === 0) return []
  const ids = series.map(({ id }) => id).sort()
  const existing = await store.all('invoiceSeries', { id: oneOf(ids) })
  if (existing.length < series.length) await store.save(ensure('invoiceSeries', ['id'], ...series))
  return ids.map((id) => ({ row: 'invoiceSeries', where: { id } }))
}

export type Draft = Omit<TaxDocument, 'id' | 'number' | 'issuedAt'>

/** Issues documents within one change that holds the locks of their series. */
export interface SeriesWriter {
  /** Gives a document the next number of its series. @throws Error if the series has no number left. */
  issue(draft: Draft): TaxDocument
  /** @returns the writes that save the issued documents and their series. */
  writes(): Write[]
}

/** Reads the sellers' series of a financial year. @param now the time for which `seriesLocks` has chosen the locks. */
export async function openSeries(
  read: Reading,
  prefixes: Prefixes,
  now: Date,
): Promise<SeriesWriter> {
  const ids = [...prefixes.keys()].map((gstin) => seriesIdOf(gstin, now))
  const rows = ids.length > 0 ? await read.all('invoiceSeries', { id: oneOf(ids) }) : []
  const series = new Map(rows.map((row) => [row.id, { ...row }]))
  const documents: TaxDocument[] = []
  const used = new Set<Series>()
  return {
    issue(draft) {
      const { gstin } = draft.seller
      const row = series.get(seriesIdOf(gstin, now))
      if (!row) throw new Error('A series of invoices is not locked.')
      const issuedAt = row.lastAt && row.lastAt > now ? row.lastAt : now
      const document = { ...draft, ...takeNumber(row, draft.kind, gstin, now), issuedAt }
      row.lastAt = issuedAt
      used.add(row)
      documents.push(document)
      return document
    },
    writes: () => [
      ...[...used].map(({ id, ...row }) => set('invoiceSeries', { id }, row)),
      ...(documents.length > 0 ? [add('taxDocuments', ...documents)] : []),
    ],
  }
}

/** Increments a series. @returns the next number, and the document's id. */
function takeNumber(
  series: Series,
  kind: TaxDocument['kind'],
  gstin: string,
  now: Date,
): Pick<TaxDocument, 'id' | 'number'> {
  const last =
    kind === 'invoice'
      ? String(++series.lastInvoice).padStart(6, '0')
      : `C${String(++series.lastCreditNote).padStart(5, '0')}`
  const number = `${series.prefix}/${financialYearOf(now)}/${last}`
  if (number.length > mostCharacters) {
    throw new Error(`The series ${series.id} has no number left: ${number} is too long.`)
  }
  return { id: `${gstin} ${number}`, number }
}
