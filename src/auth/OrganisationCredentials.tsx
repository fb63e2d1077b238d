import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { refusalOf } from '../api/errors'
import { basePath } from '../lib/base-path'
import { Form } from '../ui/forms/Form'
import { FormMessage, FormStatus } from '../ui/forms/FormMessage'
import { TextLink } from './TextLink'
import { useCredentials } from './use-credentials'

// Going back must not lead to the finished sign-in (D48).
const open = () => window.location.replace(`${basePath}/dashboard/default`)

const refusalText = (error: unknown) =>
  refusalOf(error, 'Login failed. Please check your credentials.')

/** Focuses the first field, because the focused form has gone. */
const focusFirst = (place: HTMLElement | null) => place?.querySelector('input')?.focus()

/** The second step of the organisation's sign-in: the credentials. */
export function OrganisationCredentials({ slug }: { slug: string }) {
  const [isTried, setTried] = useState(false)
  const { form, fields, passkeyButton } = useCredentials(refusalText, open)
  return (
    <div ref={focusFirst} onSubmit={() => setTried(true)}>
      <div className="mb-3 flex min-h-12 items-center gap-3 rounded-control border border-line bg-sunken px-3.5 dark:bg-raised">
        <Building2 className="size-4.5 shrink-0 text-ink-3" />
        <span translate="no" title={slug} className="min-w-0 flex-1 truncate font-semibold">
          {slug}
        </span>
        <TextLink to="/orginisation/{-$orgSlug}" params={{ orgSlug: undefined }}>
          Change
        </TextLink>
      </div>
      <Form {...form} label="Sign in to your organization">
        <FormStatus>
          {!isTried && (
            <FormMessage tone="ok" text="Organization exists. Please enter your login details." />
          )}
        </FormStatus>
        {fields}
      </Form>
      <div className="mt-2.5">{passkeyButton}</div>
      <p className="mt-2 text-center text-14">
        <TextLink to="/forgot-password">Forgot password?</TextLink>
      </p>
    </div>
  )
}
