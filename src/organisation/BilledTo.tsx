import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { buyerQuery } from '../billing/queries'
import { useFetchedProfile } from '../profile/queries'
import { ButtonLink } from '../ui/ButtonLink'
import { Card } from '../ui/Card'
import { Row, Rows } from '../ui/cards/Row'
import { Section } from '../ui/cards/Section'

/** The way to the billing details, which 'Your Subscribed Plan' has. */
export function BilledTo() {
  const { data } = useQuery(buyerQuery)
  const organisation = useFetchedProfile()?.organization.name
  const buyer = data?.billed_to
  const copies = data?.copies.length ?? 0
  const facts = [
    buyer ? [...buyer.lines, buyer.city].filter(Boolean).join(', ') : data && 'No address yet',
    copies > 0 && `${copies} ${copies === 1 ? 'copy' : 'copies'} by email`,
  ]
  return (
    <Section
      id="billed-to"
      title="Billed to"
      text="Who your receipts and invoices are made out to."
    >
      <Card isFlush>
        <Rows>
          <Row
            icon={ReceiptText}
            title={buyer?.legal_name || organisation || 'Billing details'}
            // The space keeps the row's height until the answer is there.
            text={facts.filter(Boolean).join(' · ') || '\u00A0'}
          >
            <ButtonLink to="/dashboard/subscription" look="secondary" className="max-sm:w-full">
              Open Your Subscribed Plan
            </ButtonLink>
          </Row>
        </Rows>
      </Card>
    </Section>
  )
}
