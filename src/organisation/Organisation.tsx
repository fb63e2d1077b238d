import { useRetryableQuery } from '../lib/use-retryable-query'
import { LoadingText } from '../ui/LoadingText'
import { QueryView } from '../ui/QueryView'
import { AddressCard } from './AddressCard'
import { NameCard } from './NameCard'
import { type OrganisationDetails, organisationQuery } from './queries'

/** The organisation's name and address, for its admins (D137). */
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
      failureText="Please check your connection and try again."
    >
      {(organisation) => <Cards organisation={organisation} />}
    </QueryView>
  )
}

/** @param props.organisation undefined while it loads. */
function Cards({ organisation }: { organisation: OrganisationDetails | undefined }) {
  return (
    <div className="grid gap-6">
      <NameCard name={organisation?.name} />
      <AddressCard organisation={organisation} />
    </div>
  )
}
