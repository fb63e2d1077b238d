import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { createApp } from '../../server/app/app'
import { signUp } from '../../server/auth/signup'
import { settleMail } from '../../server/mail/outbox'
import { inviteMembers, resendInvitation, revokeInvitation } from '../../server/team/invitation'
import { listTeam } from '../../server/team/team-list'
import { invitationTo, sessionOf } from '../api/sql-store-examples'
import { outcomesOf } from '../support/acting'
import { demoServices } from '../support/demo-services'
import { requestTo } from '../support/request-to'

const home = networkOf('192.0.2.1')
const most = 5_000

async function openTeam(open: number, expired = 0) {
  const { data, user, organisation, ...demo } = await demoServices()
  const services = { ...demo.services, withoutPlan: {} }
  const session = sessionOf(user)
  const caller = { user, organisation, live: null, sessionId: session.id, mayBePaid: false }
  const now = Date.now()
  data.invitations = Array.from({ length: open + expired }, (_, index) => ({
    ...invitationTo(organisation, `guest-${index}@example.test`),
    expiresAt: new Date(index < open ? now + 1e9 : now - 1),
  }))
  data.sessions.push(session)
  return { services, caller, data }
}

test('an organisation has 5,000 open invitations at most, whatever its plan', async () => {
  const { services, caller, data } = await openTeam(most - 1, 10)
  const invite = (...emails: string[]) => inviteMembers(services, caller, home, emails)
  const known = 'guest-0@example.test'
  expect(await invite('one@example.test', 'two@example.test', known)).toEqual({
    invited: 2,
    excluded: ['two@example.test'],
    message:
      '2 invitations sent. Excluded: two@example.test (no room for more than 5000 open invitations).',
  })
  const expired = data.invitations.find(({ expiresAt }) => expiresAt < new Date())?.id ?? ''
  await expect(resendInvitation(services, caller, home, expired)).rejects.toMatchObject({
    status: 409,
    message: 'There is no room for more than 5000 open invitations.',
  })
  // One less, and there is room again.
  await revokeInvitation(services, caller, home, data.invitations[0]?.id ?? '')
  expect(await invite('two@example.test')).toMatchObject({ invited: 1 })
})

test('where a proxy may stand for all clients, an opened link lets nobody join without its token', async () => {
  const { services, caller, data } = await openTeam(0)
  const email = 'guest@example.test'
  for (const [isOpenedOwn, isOwn] of [
    [false, true],
    [true, false],
    [true, true],
  ]) {
    await inviteMembers(services, caller, home, [email])
    const token = /invite\/(\S+)/.exec(data.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const network = networkOf('192.0.2.1', isOwn)
    const opening = requestTo('/api/invite/', { body: { invitation_token: token } })
    const from = { clientAddress: '192.0.2.1', isUnknownProxy: !isOpenedOwn }
    await createApp(services).fetch(opening, from)
    const signup = { fullName: 'Guest', email, password: 'a long password', network }
    const { name: organisationName } = caller.organisation
    const joining = signUp(services, { ...signup, organisationName, invitationToken: null })
    expect(await outcomesOf([joining])).toEqual([isOpenedOwn && isOwn ? null : 409])
  }
})

test('an invitation waits until its mail has left, which goes with it and is sent in turn', async () => {
  const { caller, data, ...open } = await openTeam(0)
  const services = { ...open.services, mail: { captures: false } }
  const states = async () =>
    (await listTeam(services, caller)).invitations.map(
      ({ email, state, failure }) => `${email.split('@')[0]} ${state} ${failure}`,
    )
  const emails = ['a', 'b', 'c'].map((name) => `${name}@example.test`)
  await inviteMembers(services, caller, home, emails)
  const [first, ...others] = data.mails.map(({ turnAt }) => Number(turnAt))
  expect(others.map((turn) => Math.round((turn - Number(first)) / 1_000))).toEqual([1, 2])
  const [sentAgain, , revoked] = data.invitations.map(({ id }) => id)
  await resendInvitation(services, caller, home, sentAgain ?? '')
  await revokeInvitation(services, caller, home, revoked ?? '')
  expect(data.mails.map(({ to }) => to)).toEqual(['b@example.test', 'a@example.test'])
  expect((await states()).sort()).toEqual(['a waiting null', 'b waiting null'])
  const at = new Date('2026-11-24T08:00:00Z')
  for (const [index, failure] of [null, '550 no such user'].entries()) {
    const [mail] = data.mails
    if (mail) await settleMail(services.store, mail, at, failure)
    expect(data.mails).toHaveLength(1 - index)
  }
  expect((await states()).sort()).toEqual(['a failed 550 no such user', 'b sent null'])
  for (const { state_since } of (await listTeam(services, caller)).invitations) {
    expect(state_since).toBe(at.toISOString())
  }
  // Whoever opens it has got it.
  const openedAt = new Date('2026-11-25T08:00:00Z')
  data.invitations = data.invitations.map((one) => ({ ...one, openedAt }))
  expect((await states()).sort()).toEqual(['a opened null', 'b opened null'])
  const [opened] = (await listTeam(services, caller)).invitations
  expect(opened?.state_since).toBe(openedAt.toISOString())
})
