import { useMutation } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { Profile } from '../../contract/profile'
import { call } from '../api/call'
import { followingServerText } from '../api/errors'
import { settings } from '../settings'
import { Avatar } from '../ui/Avatar'
import { Card } from '../ui/Card'
import { Section, Sections } from '../ui/cards/Section'
import { LoadingText } from '../ui/LoadingText'
import { showToast } from '../ui/toasts/toast'
import { OrganisationFacts, ProfileFacts } from './ProfileFacts'
import { ProfileForm, ProfileFormSkeleton } from './ProfileForm'
import { WithProfile } from './WithProfile'

/** The first tab of 'Profile Settings'; with another server than ours (D43), the whole page. */
export function ProfileScreen() {
  return (
    <WithProfile
      loading={<ProfileSections profile={undefined} />}
      // The note covers the placeholder of the form.
      notePlace="top-[calc(100%-11rem)]"
      explanation="We couldn’t load your settings."
    >
      {(profile) => <ProfileSections profile={profile} />}
    </WithProfile>
  )
}

/** @param props.profile undefined while it loads. */
function ProfileSections({ profile }: { profile: Profile | undefined }) {
  const { session } = useRouteContext({ strict: false })
  const isOurAdmin = settings.isOurServer && session?.isAdmin
  return (
    <Sections>
      <Section
        title="Profile Information"
        text={`How your team sees you in ${settings.productName}.`}
      >
        <Card>
          <div className="flex gap-3.5 sm:items-center sm:gap-5">
            <Avatar name={profile?.full_name} size={48} />
            <div className="min-w-0 flex-1">
              <ProfileFacts
                profile={profile}
                columns={3}
                addressNote={settings.isOurServer && profile && <AddressState profile={profile} />}
              />
            </div>
          </div>
        </Card>
      </Section>
      <Section
        title="Organization Information"
        text={`The organisation you sign in to.${isOurAdmin ? ' You are one of its admins.' : ''}`}
        more={
          isOurAdmin && (
            <Link
              to="/dashboard/organisation"
              className="rounded-6 align-middle font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              Organisation settings
            </Link>
          )
        }
      >
        <Card>
          <OrganisationFacts organisation={profile?.organization} columns="1:2" />
        </Card>
      </Section>
      <Section
        title="Update Profile"
        text={
          settings.isOurServer
            ? 'If you change your email address, we ask for your password and send a link to the new address to confirm it.'
            : 'How your team sees you and where messages reach you.'
        }
      >
        <Card isFlush>
          {profile ? (
            <ProfileForm profile={profile} />
          ) : (
            <>
              <LoadingText unseen>Loading your profile…</LoadingText>
              <ProfileFormSkeleton hasReminders={isOurAdmin === true} />
            </>
          )}
        </Card>
      </Section>
    </Sections>
  )
}

/** Says whether the address is proven (D90). An unproven one can be sent a link. */
function AddressState({ profile: { email, is_email_confirmed } }: { profile: Profile }) {
  const send = useMutation({
    mutationFn: () => call('mailAddressLink'),
    onSuccess: () => showToast('success', `A link is on its way to ${email}.`),
    onError: (error) => showToast('error', 'The link was not sent.', followingServerText(error)),
  })
  if (is_email_confirmed !== false) {
    return (
      <span key="confirmed" className="inline-flex items-center gap-1 font-[550] text-ok">
        <CircleCheck className="size-3.5 shrink-0" aria-hidden="true" />
        Confirmed
      </span>
    )
  }
  return (
    <span key="not confirmed">
      <span className="inline-flex items-center gap-1 align-middle font-[550] text-warn">
        <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
        Not confirmed yet
      </span>{' '}
      <button
        type="button"
        aria-disabled={send.isPending}
        onClick={() => {
          if (!send.isPending) send.mutate()
        }}
        className="rounded-6 font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        Send the link
      </button>
    </span>
  )
}
