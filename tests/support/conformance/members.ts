import { expect } from 'vitest'
import { invitationProofHeader } from '../../../contract/session'
import { mailsTo, tokenIn } from './captured-mails'
import type { Admin, Client } from './client'

/** Invites somebody into an admin's organisation, who joins. @returns them, signed in. */
export async function joinTeam(
  client: Client,
  { access, organization }: Admin,
  email = client.newAddress(),
): Promise<Admin & { id: string }> {
  await client.succeed('inviteTeamMembers', { emails: [email] }, access)
  const [mail] = await mailsTo(client, email)
  const token = tokenIn(mail, 'invite')
  await client.succeed('openInvitation', { invitation_token: token })
  const signup = { fullname: `Name of ${email}`, email, password: 'a long password', organization }
  const proof = { [invitationProofHeader]: token }
  expect((await client.request('signup', signup, undefined, proof)).status).toBe(200)
  const session = await client.succeed('login', { email, password: signup.password })
  const { members } = await client.succeed('getTeam', undefined, access)
  const id = members.find((member) => member.email === email)?.member_id ?? ''
  return { email, password: signup.password, organization, id, ...session }
}

/** The same of somebody who is made an admin. */
export async function joinAsAdmin(client: Client, admin: Admin, email?: string) {
  const member = await joinTeam(client, admin, email)
  const promotion = { member_id: member.id, is_organization_admin: true }
  await client.succeed('setRole', promotion, admin.access)
  return member
}
