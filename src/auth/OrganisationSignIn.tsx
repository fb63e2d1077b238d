import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { formText } from '../lib/form-text'
import { Button } from '../ui/Button'
import { Form } from '../ui/forms/Form'
import { FormMessage } from '../ui/forms/FormMessage'
import { TextField } from '../ui/forms/TextField'
import { OrganisationCredentials } from './OrganisationCredentials'
import { organisationExistsQuery } from './queries'
import { SignedOutHeading } from './SignedOutHeading'
import { slugOfText } from './slug-of-text'
import { TextLink } from './TextLink'

/**
 * Signs in by way of the organisation: its slug first, the credentials once it is confirmed. The
 * slug step is a way in, not a check (D31).
 * @param slug from the address; it is checked at once.
 */
export function OrganisationSignIn({ slug }: { slug: string | undefined }) {
  return (
    <>
      <SignedOutHeading
        title="Your organization"
        text="Enter its slug: the name at the end of its link. You can also paste the link."
      />
      {/* Another slug is another beginning: nothing of the last one's answer may stay. */}
      <SlugStep key={slug} slug={slug} />
      <p className="mt-7 text-center text-14">
        <TextLink to="/signin" className="inline-flex items-center gap-1.5">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to sign in
        </TextLink>
      </p>
    </>
  )
}

function SlugStep({ slug }: { slug: string | undefined }) {
  const navigate = useNavigate()
  const [missing, setMissing] = useState<{ slug: string } | null>(null)
  const check = useQuery({ ...organisationExistsQuery(slug ?? ''), enabled: slug !== undefined })
  const unknown = check.isSuccess && !check.data
  const failed = check.isError && !check.isFetching

  function submit(data: FormData) {
    const wanted = slugOfText(formText(data, 'slug'))
    setMissing(wanted === '' ? { slug: 'Please enter your organization.' } : null)
    if (wanted === '') return undefined
    if (wanted === slug) return check.refetch()
    return navigate({ to: '/orginisation/{-$orgSlug}', params: { orgSlug: wanted } })
  }

  if (check.data === true && slug !== undefined) return <OrganisationCredentials slug={slug} />
  return (
    <Form
      label="Organization"
      busy={check.isFetching}
      refusal={missing ?? (unknown || failed ? check.dataUpdatedAt + check.errorUpdatedAt : null)}
      onSubmit={submit}
      className="space-y-5"
    >
      <TextField
        label="Slug"
        name="slug"
        defaultValue={slug}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="acme-analytics"
        error={missing?.slug}
        invalid={unknown && !check.isFetching}
      />
      {unknown && !check.isFetching && (
        <FormMessage tone="bad" text="This organization does not exist" />
      )}
      {failed && (
        <FormMessage tone="bad" text="Error checking organization. Please try again later." />
      )}
      <Button type="submit" busy={check.isFetching} className="w-full">
        Submit
      </Button>
    </Form>
  )
}
