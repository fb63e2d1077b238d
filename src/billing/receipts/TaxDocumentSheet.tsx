import type { ReactNode } from 'react'
import { buyerLines, isAbroad } from '../../../contract/buyer-text'
import type { Receipt, TaxDocument } from '../../../contract/receipts'
import { soldText } from '../../../contract/sold-text'
import { moneyText } from '../../lib/format'
import { useOwnTitle } from '../../lib/own-title'
import { settings } from '../../settings'
import { Card } from '../../ui/Card'
import { Logo } from '../../ui/Logo'
import { isOtherZone, zoneNote } from '../days'
import { DocumentHistory } from './DocumentHistory'
import { DocumentLink } from './DocumentLink'
import { documentDay, periodInWords } from './receipt-text'

interface TaxDocumentProps {
  receipt: Receipt
  taxDocument: TaxDocument
}

/**
 * A tax invoice or credit note, as it was issued. Its layout depends on its own width, so that it prints the same
 * at any text size. `src/styles.css` hides everything else in print.
 */
export function TaxDocumentSheet({ receipt, taxDocument }: TaxDocumentProps) {
  const { number, seller, billed_to: buyer } = taxDocument
  const name = taxDocument.kind === 'invoice' ? 'Tax invoice' : 'Credit note'
  // Browsers name a saved file after the title: 'Tax invoice OL-26-27-000042'.
  useOwnTitle(name, `${name} ${number.replace(/[^\p{L}\p{N}]+/gu, '-')}`)
  const facts: [string, string][] = [['Place of supply', taxDocument.place_of_supply]]
  if (!isAbroad(buyer)) facts.push(['Reverse charge', 'No'])
  if (buyer?.reference) facts.push(['Your reference', buyer.reference])
  return (
    <Card className="p-4 sm:p-[14mm] print:rounded-none print:border-0 print:p-0">
      {/* The footer stays at the bottom of the sheet on screens, too. */}
      <article
        data-paper
        className="@container flex flex-col text-14 text-ink-2 wrap-anywhere sm:min-h-[269mm] print:min-h-[calc(100vh-1px)]"
      >
        <Logo name={settings.productName} />
        <div className="mt-11 flex flex-wrap justify-between gap-x-6 gap-y-4 border-b-2 border-line-2 pb-9">
          <div>
            <h2 className="text-28 font-[680] tracking-[-0.035em] text-ink">{name}</h2>
            <p className="mt-1">
              {taxDocument.kind === 'invoice' ? (
                'Original for recipient'
              ) : (
                <ForInvoice {...{ receipt, taxDocument }} />
              )}
            </p>
          </div>
          <div className="ms-auto pt-1.5 text-end">
            <p translate="no" className="text-16 font-semibold text-ink">
              {number}
            </p>
            <p className="mt-1">
              <time dateTime={taxDocument.issued_at}>{documentDay(taxDocument.issued_at)}</time>
            </p>
          </div>
        </div>
        <div className="grid gap-x-10 gap-y-5 border-b border-line pt-6 pb-7 @md:grid-cols-2">
          <Party
            title="From"
            name={seller.legal_name}
            lines={[...seller.lines, `GSTIN ${seller.tax_id}`]}
          />
          {buyer ? (
            <Party title="Billed to" name={buyer.legal_name} lines={buyerLines(buyer).slice(1)} />
          ) : (
            <Party title="Billed to" name={taxDocument.organization_name ?? ''} lines={[]} />
          )}
        </div>
        <dl className="grid grid-cols-2 gap-x-10 gap-y-5 pt-5 @md:grid-cols-3">
          {facts.map(([term, text]) => (
            <div key={term}>
              <dt className="text-12h text-ink-3">{term}</dt>
              <dd className="mt-1 font-medium text-ink">{text}</dd>
            </div>
          ))}
        </dl>
        <Sold receipt={receipt} taxDocument={taxDocument} />
        <div className="grid break-inside-avoid gap-x-10 gap-y-7 pt-7 @md:grid-cols-2">
          <DocumentHistory receipt={receipt} taxDocument={taxDocument} />
          <Amounts taxDocument={taxDocument} currency={receipt.currency} />
        </div>
        <Foot taxDocument={taxDocument} />
      </article>
    </Card>
  )
}

function ForInvoice({ receipt, taxDocument: { for_number, for_issued_at } }: TaxDocumentProps) {
  if (!for_number) return null
  return (
    <>
      For tax invoice <DocumentLink receipt={receipt} number={for_number} />
      {for_issued_at && ` of ${documentDay(for_issued_at)}`}
    </>
  )
}

function Party({ title, name, lines }: { title: string; name: string; lines: string[] }) {
  return (
    <section aria-label={title} className="break-inside-avoid">
      <h3 className="text-12h text-ink-3">{title}</h3>
      <p translate="no" className="mt-1 font-semibold text-ink">
        {name}
      </p>
      <address translate="no" className="whitespace-pre-line not-italic">
        {lines.join('\n')}
      </address>
    </section>
  )
}

const head = 'border-b border-line-2 pb-2.5 text-12h font-normal text-ink-3'
const cell = 'align-top @md:border-b @md:border-line @md:py-4'

/** The items sold. Where it is narrow, the cells are below the item's name, each with its heading. */
function Sold({ receipt, taxDocument }: TaxDocumentProps) {
  return (
    <table className="mt-9 w-full table-fixed border-separate border-spacing-0 @max-md:block @max-md:border-y @max-md:border-line @max-md:py-4">
      <thead className="@max-md:hidden">
        <tr>
          <th className={`w-[55%] text-start ${head}`}>Description</th>
          <th className={`text-start ${head}`}>SAC</th>
          <th className={`w-[11.7%] text-end ${head}`}>Quantity</th>
          <th className={`w-[21.3%] text-end ${head}`}>Taxable amount</th>
        </tr>
      </thead>
      <tbody className="@max-md:block">
        <tr className="@max-md:grid @max-md:grid-cols-[auto_auto_1fr] @max-md:gap-x-4 @max-md:gap-y-2">
          <td className={`@max-md:col-span-3 ${cell}`}>
            <strong className="block font-semibold text-ink">{soldText(receipt)}</strong>
            {periodInWords(receipt)}
          </td>
          <td className={cell}>
            <span className="@md:hidden">SAC </span>
            {taxDocument.tax_code}
          </td>
          <td className={`tabular-nums @md:text-end ${cell}`}>
            <span className="@md:hidden">Quantity </span>
            {taxDocument.quantity}
          </td>
          <td className={`text-end text-ink tabular-nums ${cell}`}>
            {documentMoney(taxDocument, taxDocument.taxable_amount, receipt.currency)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Amounts({ taxDocument, currency }: { taxDocument: TaxDocument; currency: string }) {
  const rows: [string, number][] = [
    ['Taxable amount', taxDocument.taxable_amount],
    ...taxDocument.tax.map(({ name, rate, amount }): [string, number] => [
      `${name}, ${rate}%`,
      amount,
    ]),
  ]
  return (
    <dl className="space-y-4">
      {rows.map(([term, amount]) => (
        <div key={term} className="flex justify-between gap-4">
          <dt>{term}</dt>
          <dd className="text-ink tabular-nums">{documentMoney(taxDocument, amount, currency)}</dd>
        </div>
      ))}
      <div className="-mt-1.5 flex justify-between gap-4 border-t-2 border-line-2 pt-3 text-18 font-[650] text-ink">
        <dt>Total</dt>
        <dd className="tabular-nums">{documentMoney(taxDocument, taxDocument.amount, currency)}</dd>
      </div>
    </dl>
  )
}

/** @returns an amount of a document. Abroad a sign may mean another currency. */
const documentMoney = ({ billed_to }: TaxDocument, amount: number, currency: string) =>
  moneyText(amount, currency, { isNamed: isAbroad(billed_to) })

/** The operator's footnote, and the zone of the days: a printed document is read elsewhere. */
function Foot({ taxDocument: { export_note, footnote } }: { taxDocument: TaxDocument }) {
  return (
    <div className="mt-auto break-inside-avoid pt-9">
      <div className="space-y-2 border-t border-line pt-4 text-12h text-ink-3">
        <Words>{export_note}</Words>
        <div className="flex flex-wrap justify-between gap-x-10 gap-y-2">
          <Words>{footnote}</Words>
          <p className={`ms-auto ${isOtherZone() ? '' : 'hidden print:block'}`}>{zoneNote()}</p>
        </div>
      </div>
    </div>
  )
}

const Words = ({ children }: { children: ReactNode }) =>
  children ? <p className="whitespace-pre-line">{children}</p> : null
