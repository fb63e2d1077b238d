import { createFileRoute, Link } from '@tanstack/react-router'
import { buttonClasses } from '../../src/ui/button-classes'
import { NotYetBuilt } from '../../src/ui/NotYetBuilt'

export const Route = createFileRoute('/_signed-out/reset-password/$token')({
  component: () => (
    <NotYetBuilt
      what="Reset password"
      action={
        <Link to="/signin" className={buttonClasses('primary')}>
          Go to sign in
        </Link>
      }
    />
  ),
})
