import { expect, test } from 'vitest'
import type { Client } from '../../support/conformance/client'

export default function describeAuditLog(client: Client): void {
  test('lists actions, newest first, by kind and text; those who were invited together have one entry', async () => {
    const admin = await client.newAdmin()
    const invite = (emails: string[]) =>
      client.succeed('inviteTeamMembers', { emails }, admin.access)
    const [alone = '', first = '', ...others] = Array.from({ length: 4 }, client.newAddress)
    const together = [first.toUpperCase(), ...others]
    await invite(together)
    await invite([alone])
    const read = (query: object) => client.logOf(admin, query)
    const all = await read({ most: 3 })
    const { next } = await client.succeed('getAuditLog', { most: 3 }, admin.access)
    expect(next).toBeNull()
    expect(all).toMatchObject([
      { action: 'invited', subject: alone },
      { action: 'invited', subject: null, details: { addresses: together } },
      { action: 'signed-up', subject: null, details: {} },
    ])
    expect(all[0]).toEqual({
      entry_id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      actor: { kind: 'user', name: 'Ada Lovelace', email: admin.email },
      action: 'invited',
      subject: alone,
      details: {},
      network: 'unknown',
    })
    const [latest, group, signedUp] = all
    for (const [query, found] of [
      [{ action: 'signed-up' }, [signedUp]],
      [{ text: 'Signed up' }, [signedUp]],
      [{ text: ` ${alone.toUpperCase()} ` }, [latest]],
      ...[first, ...others].map((text) => [{ text }, [group]] as const),
      [{ text: admin.email }, all],
      [{ text: 'unknown' }, all],
      [{ text: '%' }, []],
      [{ text: client.newAddress() }, []],
    ] as const) {
      expect(await read(query), JSON.stringify(query)).toEqual(found)
    }
  })

  // What else a search takes as the same: tests/unit/lib.test.ts.
  test('a cursor continues the log, and is refused for another organisation’s; a search disregards case and accents', async () => {
    const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
    await client.succeed('renameOrganisation', { name: client.unique('Zoë ') }, admin.access)
    const { data, next } = await client.succeed('getAuditLog', { most: 1 }, admin.access)
    expect(next).not.toBeNull()
    expect(await client.logOf(admin, { text: 'ZOE' })).toEqual(data)
    expect(await client.logOf(admin, { text: 'zoo' })).toEqual([])
    const [older, ...more] = await client.logOf(admin, { before: next })
    expect([older?.action, more]).toEqual(['signed-up', []])
    expect(await client.statusOf('getAuditLog', { before: next }, stranger.access)).toBe(422)
    expect(await client.statusOf('getAuditLog', { most: '1001' }, admin.access)).toBe(422)
  })
}
