import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubscribedPlan } from '../../contract/billing'
import { deletionDays } from '../../contract/deletion-days'
import { AccountPassword } from '../account/AccountPassword'
import { ifFailed } from '../api/errors'
import { dayFromNow, formatDay } from '../billing/days'
import { profileQuery } from '../profile/queries'
import {
  missingProof,
  SecondFactorStep,
  secondFactorOf,
  type TypedField,
} from '../session/SecondFactorStep'
import { useForgetSession } from '../session/sign-out'
import { useFormMutation } from '../session/use-form-mutation'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { CardFoot } from '../ui/cards/CardFoot'
import { Section } from '../ui/cards/Section'
import { Checkbox } from '../ui/forms/Checkbox'
import { FormDialog } from '../ui/forms/FormDialog'
import type { FormCheck } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { showToast } from '../ui/toasts/toast'
import { deleteMutation } from './mutations'
import type { OrganisationDetails } from './queries'

interface DeleteCardProps {
  organisation: OrganisationDetails
  plan: SubscribedPlan | null
}

export function DeleteCard({ organisation, plan }: DeleteCardProps) {
  const { name, slug } = organisation
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Section
      id="delete"
      title={`Delete ${name}`}
      text="Takes seven days. Until then, any admin can keep the organisation."
    >
      <Card isFlush isDanger>
        <ul className="list-disc space-y-1.5 p-4 ps-8.5 text-ink-2 wrap-anywhere marker:text-idle-dot sm:p-6 sm:ps-10.5">
          <li>
            {`All accounts, dashboards, receipts and the audit log are deleted on ${dayFromNow(deletionDays)}.`}
          </li>
          {plan && <li>{endOf(plan)}</li>}
          <li>{`The address ${slug} is retired for good.`}</li>
        </ul>
        <CardFoot hint="Asks for the organisation’s name and your password.">
          <Button look="danger-line" onClick={() => setIsAsked(true)}>
            Delete…
          </Button>
        </CardFoot>
      </Card>
      {isAsked && <DeleteDialog organisation={organisation} onClose={() => setIsAsked(false)} />}
    </Section>
  )
}

const failureText = ifFailed('Nothing was deleted.', 'deletion may have been requested.')

interface DeleteDialogProps {
  organisation: OrganisationDetails
  onClose: () => void
}

function DeleteDialog({ organisation, onClose }: DeleteDialogProps) {
  const { name, can_be_deleted_at_once } = organisation
  const [isAtOnce, setIsAtOnce] = useState(false)
  // Read again as the dialog opens, which says what becomes of the plan.
  const { data: profile } = useQuery({ ...profileQuery, refetchOnMount: 'always' })
  const forgetSession = useForgetSession()
  const remove = useFormMutation(deleteMutation, failureText, {
    onSuccess: async ({ due_at }, { at_once }) => {
      if (at_once) {
        showToast('success', `${name} was deleted.`)
        return await forgetSession()
      }
      showToast('success', `${name} will be deleted on ${formatDay(due_at, true)}.`)
      onClose()
    },
  })
  const due = dayFromNow(deletionDays)
  const check: FormCheck<Exclude<TypedField<'deleteOrganisation'>, 'at_once'>> = (typed) => ({
    name: typed.name === name ? null : `Please type ${name}.`,
    password: typed.password ? null : 'Please enter your password.',
    ...missingProof(typed),
  })
  const plan = profile?.organization.subscription_plan ?? null
  const consequences = consequencesOf(organisation, plan, isAtOnce)
  return (
    <FormDialog
      title={`Delete ${name}?`}
      label={`Delete ${name}`}
      text={
        <>
          {isAtOnce ? (
            <p key="now">It will be deleted now, and no one can undo that.</p>
          ) : (
            <p key="later">
              It will be deleted on <strong className="font-semibold text-ink">{due}</strong>. Until
              then, everything works as before, and any admin can keep it.
            </p>
          )}
          <ul className="list-disc space-y-1.5 ps-4.5">
            {consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      }
      check={check}
      busy={remove.isPending || remove.isSuccess}
      refusal={remove.refusal}
      onClose={onClose}
      onSubmit={({ name: typed, password, ...proof }) =>
        remove.mutateAsync({ name: typed, password, ...secondFactorOf(proof), at_once: isAtOnce })
      }
      action={isAtOnce ? 'Delete now' : `Delete on ${due}`}
      actionLook="danger-line"
    >
      <TextField
        label={
          <>
            To confirm, type <span translate="no">{name}</span>
          </>
        }
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <AccountPassword label="Password" name="password" />
      <SecondFactorStep error={remove.error} />
      {can_be_deleted_at_once && (
        <Checkbox
          name="at_once"
          checked={isAtOnce}
          onChange={(event) => setIsAtOnce(event.target.checked)}
          label="Delete now, without waiting seven days"
        />
      )}
    </FormDialog>
  )
}

function consequencesOf(
  { people, slug }: OrganisationDetails,
  plan: SubscribedPlan | null,
  isAtOnce: boolean,
): string[] {
  if (isAtOnce) {
    return ['You’ll lose your account.', `Anyone can then claim the address ${slug}.`]
  }
  return [
    people.all === 1
      ? 'You’ll lose your account. You’ll get an email today.'
      : `${people.all} people will lose their accounts. All will get an email today.`,
    ...(plan ? [endOf(plan)] : []),
    'Dashboards, audit log and receipts will be deleted. Admins will get the receipts by email.',
    `The address ${slug} is retired for good.`,
  ]
}

function endOf({ name, renews_at, ends_at }: SubscribedPlan): string {
  if (renews_at) return `${name} won’t renew. Nothing will be refunded.`
  if (ends_at) return `${name} will end with it. Nothing will be refunded.`
  return `${name} will end with it, and nothing will be refunded. Its renewal can’t be stopped now: a charge may come until then.`
}
