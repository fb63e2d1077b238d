import { useRetryableQuery } from '../lib/use-retryable-query'
import { QueryView, type QueryViewProps } from '../ui/QueryView'
import { profileQuery, type ReceivedProfile } from './queries'

interface WithProfileProps
  extends Pick<QueryViewProps<ReceivedProfile>, 'loading' | 'notePlace' | 'children'> {
  /** What the page lacks without it, below the catalogue's text. */
  explanation: string
}

/** Content that needs the profile, and its replacement if the profile could not be loaded (D29). */
export function WithProfile({ explanation, ...view }: WithProfileProps) {
  return (
    <QueryView
      query={useRetryableQuery(profileQuery)}
      failure="No profile data available."
      failureText={explanation}
      {...view}
    />
  )
}
