import type { Buyer } from '../../../contract/buyer'
import { addressLines, taxIdName } from '../../../contract/buyer-text'

/** Whom payments are billed to, as papers name them. */
export function BuyerFacts({ buyer }: { buyer: Buyer }) {
  const { legal_name, tax_id, reference } = buyer
  const facts: [term: string, lines: string[]][] = [
    ['Legal name', [legal_name]],
    [taxIdName(buyer), [tax_id]],
    ['Address', addressLines(buyer)],
    ['Your reference', [reference]],
  ]
  return (
    <dl className="grid content-start gap-4.5 sm:grid-cols-2">
      {facts.map(([term, lines]) => {
        const shown = lines.filter(Boolean)
        if (shown.length === 0) return null
        return (
          <div key={term} className="min-w-0">
            <dt className="text-12h text-ink-3">{term}</dt>
            <dd translate="no" className="mt-1 text-14 font-medium wrap-anywhere text-ink">
              {shown.map((line) => (
                <span key={line} dir="auto" className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
