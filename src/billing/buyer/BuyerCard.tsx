import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Buyer, BuyerResponse } from '../../../contract/buyer'
import { addressLines, taxIdName } from '../../../contract/buyer-text'
import { useFragmentAction } from '../../lib/use-fragment-action'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { useFetchedProfile } from '../../profile/queries'
import { Button } from '../../ui/Button'
import { Card, CardHead } from '../../ui/Card'
import { Fact, Facts } from '../../ui/cards/Facts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { firstFieldIn, useFocusInBox } from '../../ui/focus'
import { UnsavedText } from '../../ui/forms/UnsavedText'
import type { Draft } from '../../ui/forms/unsaved-text'
import { LoadingText } from '../../ui/LoadingText'
import { QueryView } from '../../ui/QueryView'
import { Skeleton } from '../../ui/Skeleton'
import { buyerQuery } from '../queries'
import { BuyerForm } from './BuyerForm'
import { textsOf } from './buyer-texts'
import { Copies } from './Copies'

export default function BuyerCard() {
  return (
    <QueryView
      query={useRetryableQuery(buyerQuery)}
      loading={<BuyerSkeleton />}
      failure="The billing details could not be loaded"
      frame={(failure) => (
        <Card isFlush>
          <CardHead title="Billed to" />
          {failure}
        </Card>
      )}
    >
      {({ billed_to, copies, tax }) => <Content billed_to={billed_to} copies={copies} tax={tax} />}
    </QueryView>
  )
}

/** Columns: the facts or the form, and beside them the copies. */
const columns =
  'px-4 pb-4 sm:px-6 sm:pb-6 grid grid-cols-1 gap-x-16 gap-y-4 @min-[56rem]:grid-cols-[minmax(0,36rem)_minmax(20rem,1fr)]'

interface OpenForm {
  /** Why the form is open: the user opened it, or it was restored with text from an earlier session. */
  opened: 'asked' | 'restored' | null
  /** The texts that aren't saved yet. */
  changes: Draft['texts']
}

const closed: OpenForm = { opened: null, changes: {} }

/** The documents that a change of the buyer shows on. */
const scopes = {
  gst: 'Shown on future tax invoices. Issued ones don’t change.',
  off: 'Shown on future receipts.',
}

const invitationOf = (tax: BuyerResponse['tax'], organisation: string) =>
  tax === 'gst'
    ? `Add your company’s name, address and GSTIN before the next payment. Until then, tax invoices show only ‘${organisation}’.`
    : `Add your company’s name and address before the next payment. Until then, receipts show only ‘${organisation}’.`

function Content({ billed_to, copies, tax }: BuyerResponse) {
  const profile = useFetchedProfile()
  const [{ opened, changes }, setForm] = useState(closed)
  const [copy, setCopy] = useState<string | null>(null)
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const box = useFocusInBox((card) => opener.current ?? firstFieldIn(card))
  const form = useRef<HTMLDivElement>(null)
  const open = () => setForm((form) => (form.opened ? form : { ...form, opened: 'asked' }))
  const close = () => setForm(closed)
  useFragmentAction('billed-to', () => {
    if (opened) form.current?.querySelector('input')?.focus()
    else open()
  })

  const stored = textsOf(billed_to)
  const texts = { ...stored, ...changes }
  const isChanged = Object.entries(stored).some(([name, text]) => (changes[name] ?? text) !== text)
  const name = profile?.organization.name ?? 'your organisation'

  return (
    <div {...box} className="@container h-full">
      <Card className="h-full">
        <CardHead
          title="Billed to"
          text={billed_to || opened ? scopes[tax] : invitationOf(tax, name)}
          tools={
            billed_to &&
            !opened && (
              <Button ref={opener} look="secondary" onClick={open}>
                Change…
              </Button>
            )
          }
        />
        <div className={columns}>
          <div ref={form} className={`max-w-xl ${opened ? 'pb-3.5' : ''}`}>
            {opened ? (
              <BuyerForm
                tax={tax}
                texts={texts}
                isAsked={opened === 'asked'}
                actionLook={isChanged ? 'primary' : 'secondary'}
                onType={(typed) =>
                  setForm((form) => ({ ...form, changes: { ...form.changes, ...typed } }))
                }
                // Text typed while the request was pending isn't saved.
                onSaved={() => setForm((form) => (form.changes === changes ? closed : form))}
                onCancel={() => (isChanged ? setAsksToDiscard(true) : close())}
              />
            ) : billed_to ? (
              <BuyerFacts buyer={billed_to} />
            ) : (
              <Button ref={opener} look="secondary" onClick={open}>
                <Plus className="size-4" />
                <span>Add your company…</span>
              </Button>
            )}
          </div>
          <Copies copies={copies} tax={tax} typed={copy} onType={setCopy} />
        </div>
        {asksToDiscard && (
          <ConfirmDialog
            title="Discard your changes?"
            refusal="Keep editing"
            confirmation="Discard"
            look="danger-line"
            onRefuse={() => setAsksToDiscard(false)}
            onConfirm={() => {
              setAsksToDiscard(false)
              close()
            }}
          >
            <p>Your changes haven’t been saved.</p>
          </ConfirmDialog>
        )}
        <UnsavedText
          unsaved={(opened !== null && isChanged) || Boolean(copy?.trim())}
          draft={{
            typed: {
              form: 'buyer',
              user: profile?.email,
              texts: { ...changes, ...(copy && { copy }) },
            },
            onRestore: ({ copy: typedCopy, ...typed }) => {
              if (typedCopy) setCopy(typedCopy)
              if (Object.keys(typed).length === 0) return
              setForm((form) => ({ opened: 'restored', changes: { ...typed, ...form.changes } }))
            },
          }}
        />
      </Card>
    </div>
  )
}

/** The skeleton of the card, as high as a buyer with two addresses. */
function BuyerSkeleton() {
  return (
    <div className="@container h-full">
      <Card className="h-full">
        <LoadingText unseen>Loading the billing details…</LoadingText>
        <CardHead title="Billed to" text={<Skeleton className="my-1 h-3 w-80 max-w-full" />} />
        <div className={columns}>
          <div className="grid content-start gap-4.5 sm:grid-cols-2">
            {['w-44', 'w-32', 'w-40', 'w-28'].map((width) => (
              <div key={width} className="flex flex-col">
                <Skeleton className="mt-1 mb-1 h-2.5 w-20" />
                <Skeleton className={`mt-2 mb-1 h-3 max-w-full ${width}`} />
              </div>
            ))}
          </div>
          <div className="h-40 pt-1">
            <Skeleton className="h-2.5 w-24" />
            <Skeleton className="mt-7 h-3 w-full" />
            <Skeleton className="mt-8 h-3 w-full" />
          </div>
        </div>
      </Card>
    </div>
  )
}

function BuyerFacts({ buyer }: { buyer: Buyer }) {
  const { legal_name, tax_id, is_sez, reference } = buyer
  const facts: [term: string, lines: string[]][] = [
    ['Legal name', [legal_name]],
    [taxIdName(buyer), [tax_id]],
    ['Special economic zone', [is_sez ? 'Yes' : '']],
    ['Address', addressLines(buyer)],
    ['Your reference', [reference]],
  ]
  return (
    <Facts columns={2} phoneColumns={2}>
      {facts.map(([term, lines]) => {
        const shown = lines.filter(Boolean)
        if (shown.length === 0) return null
        return (
          <Fact key={term} name={term}>
            {shown.map((line) => (
              <span key={line} dir="auto" translate="no" className="block">
                {line}
              </span>
            ))}
          </Fact>
        )
      })}
    </Facts>
  )
}
