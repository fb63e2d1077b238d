import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type BuyerResponse, type Copy, mostCopies } from '../../../contract/buyer'
import { ApiError, followingServerText, ifFailed } from '../../api/errors'
import { useVariablesInFlight } from '../../lib/mutations'
import { useFormMutation } from '../../session/use-form-mutation'
import { Button } from '../../ui/Button'
import { DotText } from '../../ui/DotText'
import { useClicksOnList } from '../../ui/double-click'
import { firstFieldIn, useFocusInBox } from '../../ui/focus'
import { Form } from '../../ui/forms/Form'
import type { FormCheck } from '../../ui/forms/submission'
import { TextField } from '../../ui/forms/TextField'
import { IconButton } from '../../ui/IconButton'
import { showToast } from '../../ui/toasts/toast'
import { addCopy, removeCopy } from './mutations'

interface CopiesProps extends Pick<BuyerResponse, 'copies' | 'tax'> {
  /** The address in the field, or null while the field is closed. */
  typed: string | null
  onType: (email: string | null) => void
}

/** The accounting addresses that get a copy of each receipt. */
export function Copies({ copies, tax, typed, onType }: CopiesProps) {
  const isFull = copies.length >= mostCopies
  const isAdding = typed !== null && !isFull
  const box = useFocusInBox((own) => firstFieldIn(own) ?? addButtonIn(own))
  const onClickCapture = useClicksOnList(copies.length)
  return (
    <div {...box}>
      <div className="flex justify-between gap-4 border-b border-line pb-1.25 text-12h text-ink-3">
        <h3>Copies by email</h3>
        <p className="tabular-nums">{`${copies.length} of ${mostCopies}`}</p>
      </div>
      <ul onClickCapture={onClickCapture} className="text-14">
        {copies.map((copy, index) => (
          <Row key={copy.email} copy={copy} index={index} />
        ))}
      </ul>
      {isAdding ? (
        <AddForm tax={tax} typed={typed} onType={onType} />
      ) : (
        !isFull && (
          <Button
            data-adds
            look="quiet"
            size="small"
            onClick={() => onType('')}
            className="-ms-3 mt-1"
          >
            <Plus className="size-4" />
            <span>Add an address…</span>
          </Button>
        )
      )}
    </div>
  )
}

const addButtonIn = (box: Element | null) => box?.querySelector('button[data-adds]')

const looks = {
  confirmed: { tone: 'ok', children: 'Confirmed' },
  waiting: { tone: 'warn', children: 'Not confirmed yet' },
  undeliverable: { tone: 'bad', children: 'Not delivered' },
} as const

function Row({ copy, index }: { copy: Copy; index: number }) {
  const { email, state } = copy
  const remove = useRemoval()
  const isBusy = useVariablesInFlight(removeCopy).some((one) => one.email === email)
  return (
    <li data-index={index} className="flex min-h-10 items-center gap-3.5 border-b border-line">
      {/* The status is below the address on phones, and wherever both don't fit on one line. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 py-2 max-sm:flex-col max-sm:items-start">
        <span dir="auto" className="grow font-[550] wrap-anywhere text-ink">
          {email}
        </span>
        <span className="text-13 text-ink-2">
          <DotText {...looks[state]} />
        </span>
      </div>
      <IconButton label={`Remove ${email}`} look="row" busy={isBusy} onClick={() => remove(copy)}>
        <X className="size-4" />
      </IconButton>
    </li>
  )
}

const notRemoved = ifFailed('The address was not removed.', 'it may get no more copies.')
const notBack = ifFailed('The address was not added again.', 'it may get copies again.')

/**
 * @returns a function that removes an address, without a confirmation because it can be undone. Removing and
 * undoing continue after the screen has closed.
 */
function useRemoval(): (copy: Copy) => void {
  const bringBack = useMutation(addCopy)
  const remove = useMutation(removeCopy)

  async function undo(copy: Copy) {
    try {
      await bringBack.mutateAsync(copy)
      showToast('success', `${copy.email} is on the list again.`)
    } catch (error) {
      showToast('error', notBack(error), followingServerText(error))
    }
  }

  async function removeOne(copy: Copy) {
    try {
      await remove.mutateAsync(copy)
      showToast('success', `${copy.email} gets no more copies.`, undefined, {
        label: 'Undo',
        onPress: () => void undo(copy),
      })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        showToast('info', 'This address is no longer there.')
      } else showToast('error', notRemoved(error), followingServerText(error))
    }
  }

  return (copy) => void removeOne(copy)
}

const notAdded = ifFailed('The address was not added.', 'the address may have been added.')

const check: FormCheck<'email'> = ({ email }) => ({
  email: email ? null : 'Please enter an email address.',
})

type AddFormProps = Pick<CopiesProps, 'tax' | 'onType'> & { typed: string }

function AddForm({ tax, typed, onType }: AddFormProps) {
  const add = useFormMutation(addCopy, notAdded, {
    onSuccess: (_nothing, { email }) => {
      onType(null)
      showToast('success', `We asked ${email} to confirm.`)
    },
  })
  return (
    <div className="pt-4">
      <Form
        label="Add an address"
        check={check}
        busy={add.isPending}
        refusal={add.refusal}
        onSubmit={({ email }) => add.mutateAsync({ email, state: 'waiting' })}
        action="Add"
        onCancel={() => onType(null)}
      >
        <TextField
          label="Email address"
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={`Once it has confirmed, it gets every ${tax === 'gst' ? 'tax invoice' : 'receipt'} by email.`}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </Form>
    </div>
  )
}
