import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '../../src/profile/ProfileScreen'

export const Route = createFileRoute('/dashboard/profile')({
  staticData: { title: 'Profile Settings' },
  component: ProfileScreen,
})
