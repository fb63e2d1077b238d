import { useRetryableQuery } from '../lib/use-retryable-query'
import { QueryView, type QueryViewProps } from '../ui/QueryView'
import { profileQuery, type ReceivedProfile } from './queries'

interface WithProfileProps
  extends Pick<QueryViewProps<ReceivedProfile>, 'loading' | 'notePlace' | 'children'> {
  /** The text below the error: the content that is missing. */
  explanation: string
}

/** Content that needs the profile. Shows an error if the profile couldn't be loaded. */
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
