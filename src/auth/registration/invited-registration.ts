import { pageState } from '../../lib/page-state'
import type { Invitation } from './invitation'

/** Where an invitation's link led to, until its registration is done: the sign-in leads back there. */
export const invitedRegistration = pageState<{
  search?: { organization: string }
  state?: { invitation: Invitation | undefined }
}>('invited registration', {})
