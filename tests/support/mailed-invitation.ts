import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { endSession } from '../../src/api/stored-session'
import { linkMailedTo } from './mails'
import { signedInAs } from './render-app'
import { api } from './test-api'

export const invitee = 'grace@example.test'

/** @returns the path of the link that the demo organisation's admin has mailed to `invitee`. */
export async function mailedInvitation(): Promise<string> {
  await signedInAs('admin')
  await call('inviteTeamMembers', { emails: [invitee] })
  endSession()
  clearPageSession()
  const link = await linkMailedTo(invitee)
  api.requests.length = 0
  return link
}
