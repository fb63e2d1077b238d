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
 * Numbers of tax invoices and credit notes: without a gap and without a twin (D143). They are taken in the change that
 * keeps what they are of, under the lock of their series. Source: CGST rule 46(b): at most 16 characters, consecutive,
 * unique for a financial year.
 */

/** Of a number. */
const mostCharacters = 16

/** Whose days and years those of tax papers are. */
const india = createSiteZone('Asia/Kolkata')

/** @returns India's financial year of an instant, from April to March: '26-27'. */
export function financialYearOf(at: Date): string {
  const day = india.dayOf(at)
  const begins = day.getUTCMonth() >= 3 ? day.getUTCFullYear() : day.getUTCFullYear() - 1
  return [begins, begins + 1].map((year) => String(year % 100).padStart(2, '0')).join('-')
}

type Series = Row<'invoiceSeries'>

const seriesIdOf = (gstin: string, at: Date) => `${gstin} ${financialYearOf(at)}`

/** The sellers of papers, each with how its next series would begin. */
export type Prefixes = ReadonlyMap<string, string>

/** @returns the prefix of a number, which has no slash itself. */
export const prefixOf = (number: string) => number.split('/')[0] ?? ''

/**
 * Sees to it that the sellers' series of today are there, to be locked.
 * @returns their locks, always in one order.
 */
export async function seriesLocks(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  prefixes: Prefixes,
): Promise<Lock[]> {
  const now = clock()
  const series = [...prefixes].map(([gstin, prefix]) => ({
    id: seriesIdOf(gstin, now),
    prefix,
    lastInvoice: 0,
    lastCreditNote: 0,
    lastAt: null,
  }))
  if (series.length === 0) return []
  const ids = series.map(({ id }) => id).sort()
  const known = await store.all('invoiceSeries', { id: oneOf(ids) })
  if (known.length < series.length) await store.save(ensure('invoiceSeries', ['id'], ...series))
  return ids.map((id) => ({ row: 'invoiceSeries', where: { id } }))
}

/** A paper without what its numbering decides. */
export type Unnumbered = Omit<TaxDocument, 'id' | 'number' | 'issuedAt'>

/** Gives numbers within one change, whose locks are `seriesLocks`. */
export interface Numbering {
  /** @throws Error if a series has no number left. */
  number(paper: Unnumbered): TaxDocument
  /** What saves the numbered papers, and the series. */
  writes(): Write[]
}

/**
 * @param locks those of the change.
 * @returns null: a financial year began since they were taken.
 */
export async function numberingOf(
  read: Reading,
  prefixes: Prefixes,
  locks: readonly Lock[],
  now: Date,
): Promise<Numbering | null> {
  const ids = [...prefixes.keys()].map((gstin) => seriesIdOf(gstin, now))
  const isLocked = (id: string) =>
    locks.some((lock) => 'row' in lock && lock.row === 'invoiceSeries' && lock.where.id === id)
  if (!ids.every(isLocked)) return null
  const kept = ids.length > 0 ? await read.all('invoiceSeries', { id: oneOf(ids) }) : []
  const series = new Map(kept.map((row) => [row.id, { ...row }]))
  const documents: TaxDocument[] = []
  const used = new Set<Series>()
  return {
    number(paper) {
      const { gstin } = paper.seller
      const own = series.get(seriesIdOf(gstin, now))
      if (!own) throw new Error('A series of invoices is not locked.')
      const issuedAt = own.lastAt && own.lastAt > now ? own.lastAt : now
      const document = { ...paper, ...nextOf(own, paper.kind, gstin, now), issuedAt }
      own.lastAt = issuedAt
      used.add(own)
      documents.push(document)
      return document
    },
    writes: () => [
      ...[...used].map(({ id, ...row }) => set('invoiceSeries', { id }, row)),
      ...(documents.length > 0 ? [add('taxDocuments', ...documents)] : []),
    ],
  }
}

/** Takes the next number of a series. */
function nextOf(
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
