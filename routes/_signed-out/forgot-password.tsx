import { createFileRoute, Link } from '@tanstack/react-router'
import { buttonClasses } from '../../src/ui/button-classes'
import { NotYetBuilt } from '../../src/ui/NotYetBuilt'

export const Route = createFileRoute('/_signed-out/forgot-password')({
  component: () => (
    <NotYetBuilt
      what="Forgot password"
      action={
        <Link to="/signin" className={buttonClasses('primary')}>
          Go to sign in
        </Link>
      }
    />
  ),
})
