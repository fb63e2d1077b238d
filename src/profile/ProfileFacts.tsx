import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '../../contract/profile'
import { Fact, Facts } from '../ui/cards/Facts'
import { copyOrganisationLink, organisationLink } from './organisation-link'

interface ProfileFactsProps {
  /** Undefined while it loads. */
  profile: Profile | undefined
  columns: 2 | 3
  addressNote?: ReactNode
}

export function ProfileFacts({ profile, columns, addressNote }: ProfileFactsProps) {
  return (
    <Facts columns={columns}>
      <Fact name="Full Name">{profile?.full_name}</Fact>
      <Fact name="Email" note={addressNote}>
        {profile?.email}
      </Fact>
      <Fact name="Contact Number">
        {profile &&
          (profile.contact_number ? (
            // Numbers read from left to right in every language.
            <span dir="ltr">{profile.contact_number}</span>
          ) : (
            <span className="font-normal text-ink-3">Not given</span>
          ))}
      </Fact>
    </Facts>
  )
}

interface OrganisationFactsProps {
  /** Undefined while it loads. */
  organisation: Profile['organization'] | undefined
  columns: 1 | '1:2'
}

export function OrganisationFacts({ organisation, columns }: OrganisationFactsProps) {
  return (
    <Facts columns={columns}>
      <Fact name="Name">{organisation?.name}</Fact>
      <Fact name="Link">{organisation && <LinkToCopy slug={organisation.slug} />}</Fact>
    </Facts>
  )
}

function LinkToCopy({ slug }: { slug: string }) {
  return (
    <button
      type="button"
      // The link is printed as text.
      data-printed
      onClick={() => void copyOrganisationLink(slug)}
      className="group inline-flex items-center gap-2 rounded-6 text-start text-accent hover:underline pointer-coarse:min-h-11 print:text-ink"
    >
      <span className="sr-only print:hidden">Copy the link</span>
      <span translate="no">{organisationLink(slug)}</span>
      <Copy className="size-3.75 shrink-0 text-ink-3 group-hover:text-accent print:hidden" />
    </button>
  )
}
