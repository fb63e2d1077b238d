import { createFileRoute } from '@tanstack/react-router'
import { ErrorScreen } from '../../src/shell/ErrorScreen'

/** Unknown paths under /dashboard, for admins (D6). */
export const Route = createFileRoute('/dashboard/$')({
  component: () => (
    <ErrorScreen
      fullPage={false}
      status="404 Not Found"
      back={{ label: 'Back to the dashboard', to: '/dashboard/default' }}
    />
  ),
})
