import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../../src/shell/ErrorScreen'

/** Unknown paths under /dashboard, for admins (D6). */
export const Route = createFileRoute('/dashboard/_admin/$')({
  staticData: { title: 'Page not found' },
  component: NotFoundScreen,
})
