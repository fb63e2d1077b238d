import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import type { Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'

/** Whoever sends a body slowly is checked when it is there. */
export default function describeLateBodies(client: Client): void {
  function begin(name: CallName, body: object, token: string) {
    const text = new TextEncoder().encode(JSON.stringify(body))
    let send = () => {}
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(text.slice(0, 1))
        send = () => {
          controller.enqueue(text.slice(1))
          controller.close()
        }
      },
    })
    const answer = client.send(calls[name].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stream,
      token,
      ...{ duplex: 'half' },
    })
    return async () => {
      send()
      return (await answer).status
    }
  }

  test('does nothing for a session that has ended', async () => {
    for (const name of ['createSubscription', 'exportAccount', 'beginTwoFactor'] as const) {
      const { password, access, refresh } = await client.newAdmin()
      const finish = begin(name, { plan_id: 'plan', password }, access)
      await client.succeed('logout', { refresh })
      expect(await finish(), name).toBe(401)
    }
  })

  test('does nothing for somebody who was removed, or is no longer an admin', async () => {
    const admin = await client.newAdmin()
    const { id: member_id, access } = await joinTeam(client, admin)
    const setRole = (is_organization_admin: boolean) =>
      client.succeed('setRole', { member_id, is_organization_admin }, admin.access)
    await setRole(true)
    const [invite, link] = [
      begin('inviteTeamMembers', { emails: ['somebody@example.test'] }, access),
      begin('getDashboardLink', { dashboard_id: 'overview' }, access),
    ]
    await setRole(false)
    expect(await invite()).toBe(403)
    await client.succeed('removeMember', { member_id }, admin.access)
    expect(await link()).toBe(401)
  })
}
