import type { Plan } from '../../../contract/billing'
import { useFetchedProfile } from '../../profile/queries'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/dialogs/Dialog'
import { BuyerForm } from '../buyer/BuyerForm'
import { type BuyerTexts, textsOf } from '../buyer/buyer-texts'

interface BuyerQuestionProps {
  plan: Plan
  /** The texts that were typed before; null: none. */
  typed: BuyerTexts | null
  onType: (texts: BuyerTexts) => void
  /** Called once the buyer was saved, or the question was skipped. */
  onDecided: () => void
  onClose: () => void
}

/** Asks before the first purchase with tax whom it is billed to: the buyer's address decides the tax (D143). */
export default function BuyerQuestion(props: BuyerQuestionProps) {
  const { plan, typed, onType, onDecided, onClose } = props
  const texts = typed ?? textsOf(null)
  const organisation = useFetchedProfile()?.organization.name ?? 'your organisation'
  return (
    <Dialog
      title={`Who is ${plan.name} billed to?`}
      onClose={onClose}
      form={
        <BuyerForm
          tax="gst"
          texts={texts}
          isAsked={false}
          onType={(changes) => onType({ ...texts, ...changes })}
          onSaved={onDecided}
          action="Save and go to checkout"
        />
      }
      actions={
        <>
          <Button look="secondary" onClick={onDecided}>
            For myself
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p>
        Your tax invoice names this buyer, and doesn’t change later. If the address is outside
        India, no GST is charged, and the price stays the same.
      </p>
      <p>
        {`If you’re buying for yourself, choose ‘For myself’. The invoice then names only ${organisation}, and without an address it is taxed as if you were in the seller’s state, wherever you are.`}
      </p>
    </Dialog>
  )
}
