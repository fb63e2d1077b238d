import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { RequestOf } from '../../contract/calls'
import { exactText } from '../../contract/pasted-text'
import { refusalOf } from '../api/errors'
import { Form } from '../ui/forms/Form'
import type { FormCheck, SubmissionErrors } from '../ui/forms/submission'
import { TextField } from '../ui/forms/TextField'
import { OrganisationCredentials } from './OrganisationCredentials'
import { organisationExistsQuery } from './queries'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

const checkSlug: FormCheck<keyof RequestOf<'checkOrganisation'>> = ({ organisation_url }) => ({
  organisation_url: slugOfText(organisation_url) ? null : 'Please enter your organization.',
})

const unknown: SubmissionErrors = {
  text: 'This organization does not exist',
  fields: { organisation_url: '' },
}
const uncheckedText = 'Error checking organization. Please try again later.'

/**
 * Signs in by way of the organisation: its slug first, the credentials once it is confirmed. The
 * slug step is an entry, not a check (D31).
 * @param slug from the address; it is checked at once.
 */
export function OrganisationSignIn({ slug }: { slug: string | undefined }) {
  const navigate = useNavigate()
  const check = useQuery({ ...organisationExistsQuery(slug ?? ''), enabled: slug !== undefined })
  const present = check.data?.slug
  const confirmed = check.data?.exists ? slug : undefined
  return (
    <>
      <SignedOutHeading
        title="Your organization"
        text={
          confirmed === undefined
            ? 'Enter its address, or paste its link.'
            : 'Sign in with your account there.'
        }
      />
      {present !== undefined ? (
        // The slug in the address is a former one: leads to the present one (D136).
        <Navigate to="/orginisation/{-$orgSlug}" params={{ orgSlug: present }} replace />
      ) : confirmed !== undefined ? (
        // Another slug starts over, here and below, so that nothing of the last answer stays.
        <OrganisationCredentials key={confirmed} slug={confirmed} />
      ) : (
        <Form
          key={slug}
          label="Organization"
          check={checkSlug}
          busy={check.isFetching}
          refusal={
            check.isError ? refusalOf(check.error, uncheckedText) : check.isSuccess && unknown
          }
          onSubmit={({ organisation_url }) => {
            const orgSlug = slugOfText(organisation_url)
            if (orgSlug === slug) return check.refetch()
            return navigate({ to: '/orginisation/{-$orgSlug}', params: { orgSlug } })
          }}
          action="Submit"
        >
          <TextField
            label="Slug"
            name="organisation_url"
            defaultValue={slug}
            keptAs={slug === undefined ? 'slug' : undefined}
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="acme-analytics"
          />
        </Form>
      )}
      <p className={`text-center text-14 ${confirmed === undefined ? 'mt-3.5' : ''}`}>
        <TextLink to="/signin" className="gap-1.5">
          <ArrowLeft className="size-4" />
          Back to sign in
        </TextLink>
      </p>
    </>
  )
}

/** Signs around a slug or a link in a sentence. */
const glued = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu

/**
 * Reads an organisation's slug from typed or pasted text: the slug itself, or a link that
 * ends with it. A name of several words becomes what its slug is: people know the name.
 * @returns an empty string if there is none.
 */
export function slugOfText(text: string): string {
  const [path = ''] = exactText(text).toLowerCase().split(/[?#]/)
  const last = path.replace(glued, '').split('/').at(-1) ?? ''
  return last.replace(/\s+/g, '-')
}
