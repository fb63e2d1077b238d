import { Copy } from 'lucide-react'
import type { Profile } from '../../contract/profile'
import { Card } from '../ui/Card'
import { Fact, Facts } from '../ui/cards/Facts'
import { copyOrganisationLink, organisationLink } from './organisation-link'

/** @param props.profile undefined while it loads. */
export function ProfileCards({ profile }: { profile: Profile | undefined }) {
  const organisation = profile?.organization
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card title="Profile Information">
        <Facts columns={2}>
          <Fact name="Full Name">{profile?.full_name}</Fact>
          <Fact name="Email">{profile?.email}</Fact>
          <Fact name="Contact Number">
            {profile && <ContactNumber number={profile.contact_number} />}
          </Fact>
        </Facts>
      </Card>
      <Card title="Organization Information">
        <Facts columns={1}>
          <Fact name="Name">{organisation?.name}</Fact>
          <Fact name="Link">{organisation && <LinkToCopy slug={organisation.slug} />}</Fact>
        </Facts>
      </Card>
    </div>
  )
}

function ContactNumber({ number }: { number: string | null }) {
  // Numbers read from left to right in every language.
  return number ? <span dir="ltr">{number}</span> : <span className="text-ink-3">Not given</span>
}

function LinkToCopy({ slug }: { slug: string }) {
  return (
    <button
      type="button"
      // The link is printed as text.
      data-printed
      onClick={() => void copyOrganisationLink(slug)}
      className="group inline-flex items-start gap-2 rounded-6 text-start font-medium text-accent hover:underline pointer-coarse:min-h-11 print:text-ink"
    >
      <span className="sr-only print:hidden">Copy the link</span>
      {/* The icon comes first, so that it doesn't move when the font loads. */}
      <Copy className="mt-0.5 size-4 shrink-0 text-ink-3 group-hover:text-accent print:hidden" />
      <span translate="no">{organisationLink(slug)}</span>
    </button>
  )
}
