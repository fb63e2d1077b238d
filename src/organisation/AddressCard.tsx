import { useState } from 'react'
import type { RequestOf } from '../../contract/calls'
import { exactText } from '../../contract/pasted-text'
import { addressHeldDays, slugPattern } from '../../contract/slug'
import { PasswordDialog } from '../account/PasswordDialog'
import { ApiError, ifFailed } from '../api/errors'
import { dayFromNow, formatDay } from '../billing/days'
import { useFormMutation } from '../session/use-form-mutation'
import { Card } from '../ui/Card'
import { Section } from '../ui/cards/Section'
import { Form } from '../ui/forms/Form'
import type { FormCheck } from '../ui/forms/submission'
import { showToast } from '../ui/toasts/toast'
import { AddressField } from './AddressField'
import { FormSkeleton } from './FormSkeleton'
import { changeSlugMutation } from './mutations'
import type { OrganisationDetails } from './queries'
import type { TypedText } from './typed-text'

interface AddressCardProps extends TypedText {
  organisation: OrganisationDetails | undefined
}

export function AddressCard({ organisation, ...typed }: AddressCardProps) {
  return (
    <Section
      id="address"
      title="Address"
      text="Where your team signs in. It stays the same when you rename the organisation."
    >
      <Card isFlush>
        {!organisation ? (
          <FormSkeleton hasHint />
        ) : organisation.slug_fixed ? (
          <div className="p-4 sm:p-6">
            <AddressField
              value={organisation.slug}
              readOnly
              hint="It can’t be changed: your dashboards use it to find your data."
            />
            <FormerAddresses former={organisation.former_slugs} />
          </div>
        ) : (
          <AddressForm organisation={organisation} {...typed} />
        )}
      </Card>
    </Section>
  )
}

function FormerAddresses({ former }: { former: OrganisationDetails['former_slugs'] }) {
  if (former.length === 0) return null
  return (
    <div className="mt-4.5">
      <table className="w-full table-fixed text-14">
        <thead className="text-12h text-ink-3">
          <tr>
            <th className="pb-1.5 text-start font-normal">Former addresses</th>
            <th className="pb-1.5 ps-4 text-end font-normal">Redirect here until</th>
          </tr>
        </thead>
        <tbody>
          {former.map(({ slug, until }) => (
            <tr key={slug} className="h-9 border-t border-line">
              <td translate="no" className="font-[550] wrap-anywhere text-ink">
                {slug}
              </td>
              <td className="ps-4 text-end text-ink-2">{formatDay(until, true)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1.5 text-12h text-ink-3">
        {`After that, anyone can claim ${former.length === 1 ? 'it' : 'them'}.`}
      </p>
    </div>
  )
}

const failureText = ifFailed('The address was not changed.', 'the address may have changed.')

const slugError = (error: unknown) =>
  error instanceof ApiError ? (error.fields?.slug ?? null) : null

function AddressForm(props: TypedText & { organisation: OrganisationDetails }) {
  const { organisation, typed, onType, onSaved, onDiscard } = props
  const { slug, former_slugs } = organisation
  const check: FormCheck<keyof Pick<RequestOf<'changeSlug'>, 'slug'>> = (typed) => {
    const to = exactText(typed.slug)
    if (to === slug) return { slug: 'This is your address already. Type another one.' }
    return { slug: slugPattern.test(to) ? null : 'Lower-case letters, digits and hyphens only.' }
  }
  const [pendingConfirmation, setPendingConfirmation] = useState<{
    from: string
    to: string
  } | null>(null)
  const change = useFormMutation(changeSlugMutation, failureText, {
    onSuccess: (answer, sent) => {
      setPendingConfirmation(null)
      // The server may have read it differently: a dash as a hyphen.
      onSaved(sent.slug)
      showToast('success', `The address is now ${answer.slug}.`)
    },
    onError: (error) => {
      // The field shows the error.
      if (slugError(error)) setPendingConfirmation(null)
    },
  })
  const shown = typed ?? slug
  const wrong = slugError(change.error)

  return (
    <>
      <Form
        label="Change the address"
        check={check}
        busy={change.isPending}
        refusal={wrong !== null && { fields: { slug: wrong } }}
        onSubmit={async ({ slug: to }) => {
          change.reset()
          setPendingConfirmation({ from: slug, to })
        }}
        action="Change address…"
        card={{
          hint: 'Asks for your password. Twice in 30 days at most.',
          isChanged: shown !== slug,
          onDiscard() {
            onDiscard()
            change.reset()
          },
        }}
      >
        <div>
          <AddressField
            value={shown}
            onChange={(event) => onType(event.target.value)}
            hint="Lower-case letters, digits and hyphens."
          />
          <FormerAddresses former={former_slugs} />
        </div>
      </Form>
      {pendingConfirmation && (
        <PasswordDialog
          title="Change the address?"
          action="Change address"
          mutation={change}
          onClose={() => setPendingConfirmation(null)}
          onSubmit={({ password }) =>
            change.mutateAsync({ slug: pendingConfirmation.to, password })
          }
        >
          <p>
            {`${pendingConfirmation.from} redirects here until ${dayFromNow(addressHeldDays)}. After that, anyone can claim it. Bookmarks will keep working until then.`}
          </p>
        </PasswordDialog>
      )}
    </>
  )
}
