import { useState } from 'react'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { useFetchedProfile } from '../profile/queries'
import { settings } from '../settings'
import { Sections } from '../ui/cards/Section'
import { UnsavedText } from '../ui/forms/UnsavedText'
import { LoadingText } from '../ui/LoadingText'
import { QueryView } from '../ui/QueryView'
import { AddressCard } from './AddressCard'
import { BilledTo } from './BilledTo'
import { DeleteCard } from './DeleteCard'
import { DeletionCard } from './DeletionCard'
import { NameCard } from './NameCard'
import { type OrganisationDetails, organisationQuery } from './queries'
import { SecondFactorRule } from './SecondFactorRule'
import type { TypedText } from './typed-text'

/** The organisation's settings for its admins: name, address (D136), second-factor rule (D138), buyer, deletion (D140). */
export function Organisation() {
  return (
    <QueryView
      query={useRetryableQuery(organisationQuery)}
      loading={
        <>
          <LoadingText unseen>Loading your organisation…</LoadingText>
          <Cards organisation={undefined} />
        </>
      }
      failure="Your organisation could not be loaded"
    >
      {(organisation) => <Cards organisation={organisation} />}
    </QueryView>
  )
}

/** The fields whose unsaved texts are kept. */
type Kept = 'name' | 'slug' | 'second_factor'

/** @param props.organisation undefined while it loads. */
function Cards({ organisation }: { organisation: OrganisationDetails | undefined }) {
  const profile = useFetchedProfile()
  const deletion = profile?.organization.deletion
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const isUnsaved = (name: Kept) =>
    organisation && (typed[name]?.trim() ?? organisation[name]) !== organisation[name]
  const typedInto = (name: Kept): TypedText => ({
    typed: typed[name],
    onType: (text) => setTyped((before) => ({ ...before, [name]: text })),
    onSaved: (text) =>
      setTyped(({ [name]: own, ...others }) =>
        own === undefined || own.trim() === text ? others : { ...others, [name]: own },
      ),
    onDiscard: () => setTyped(({ [name]: _own, ...others }) => others),
  })

  return (
    <>
      {organisation && deletion && (
        <div className="mb-8 max-w-278 sm:mb-10">
          <DeletionCard organisation={organisation} deletion={deletion} />
        </div>
      )}
      <Sections>
        <NameCard name={organisation?.name} {...typedInto('name')} />
        <AddressCard organisation={organisation} {...typedInto('slug')} />
        {settings.hasTwoFactor && (
          <SecondFactorRule organisation={organisation} {...typedInto('second_factor')} />
        )}
        <BilledTo />
        {organisation && profile && !deletion && (
          <DeleteCard
            organisation={organisation}
            plan={profile.organization.subscription_plan ?? null}
          />
        )}
      </Sections>
      {organisation && (
        <UnsavedText
          unsaved={Boolean(isUnsaved('name') || isUnsaved('slug') || isUnsaved('second_factor'))}
          draft={{
            typed: { form: 'organisation', user: profile?.email, texts: typed },
            onRestore: (texts) => setTyped((before) => ({ ...texts, ...before })),
          }}
        />
      )}
    </>
  )
}
