import type { ReactNode } from 'react'
import type { Profile } from '../../contract/profile'
import { useAnswer } from '../lib/use-answer'
import { QueryView } from '../ui/QueryView'
import { profileQuery } from './queries'

interface WithProfileProps {
  /** Shows until the profile is there. */
  loading: ReactNode
  /** What is missing without it, below the catalogue's text. */
  explanation: string
  children: (profile: Profile) => ReactNode
}

/** What can't show without the profile, and what shows where it could not be loaded (D29). */
export function WithProfile({ loading, explanation, children }: WithProfileProps) {
  const profile = useAnswer(profileQuery)
  return (
    <QueryView
      query={profile}
      loading={loading}
      failure={{ title: 'No profile data available.', text: explanation }}
    >
      {children}
    </QueryView>
  )
}
