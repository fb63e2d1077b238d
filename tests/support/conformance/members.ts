import { expect } from 'vitest'
import { mailsTo, tokenIn } from './captured-mails'
import type { Admin, Client } from './client'

/** Invites somebody into an admin's organisation, who joins. @returns them, signed in. */
export async function joinTeam(
  client: Client,
  { access, organization }: Admin,
  email = `${client.unique('person')}@example.test`,
): Promise<Admin & { id: string }> {
  await client.succeed('inviteTeamMembers', { emails: [email] }, access)
  const [mail] = await mailsTo(client, email)
  const token = mail ? tokenIn(mail, 'invite') : ''
  await client.succeed('openInvitation', { invitation_token: token })
  const signup = { fullname: `Name of ${email}`, email, password: 'a long password', organization }
  const joined = await client.send('/api/signup/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-invitation-token': token },
    body: JSON.stringify(signup),
  })
  expect(joined.status).toBe(200)
  const session = await client.succeed('login', { email, password: signup.password })
  const { members } = await client.succeed('getTeam', undefined, access)
  const id = members.find((member) => member.email === email)?.member_id ?? ''
  return { email, password: signup.password, organization, id, ...session }
}
