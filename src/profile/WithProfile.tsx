import { useRetryableQuery } from '../lib/use-retryable-query'
import { QueryView, type QueryViewProps } from '../ui/QueryView'
import { profileQuery, type ReceivedProfile } from './queries'

interface WithProfileProps
  extends Pick<QueryViewProps<ReceivedProfile>, 'loading' | 'notePlace' | 'children'> {
  /** What is missing without it, below the catalogue's text. */
  explanation: string
}

/** What can't show without the profile, and what shows where it could not be loaded (D29). */
export function WithProfile({ explanation, ...view }: WithProfileProps) {
  const profile = useRetryableQuery(profileQuery)
  return (
    <QueryView
      query={profile}
      failure={{ title: 'No profile data available.', text: explanation }}
      {...view}
    />
  )
}
