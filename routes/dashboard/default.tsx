import { createFileRoute, Link } from '@tanstack/react-router'
import { buttonClasses } from '../../src/ui/button-classes'
import { NotYetBuilt } from '../../src/ui/NotYetBuilt'

export const Route = createFileRoute('/dashboard/default')({
  component: () => (
    <NotYetBuilt
      what="The overview of your subscription"
      action={
        <Link to="/dashboard/main" className={buttonClasses('primary')}>
          Open the main dashboard
        </Link>
      }
    />
  ),
})
