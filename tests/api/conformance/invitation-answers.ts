import { expect, test } from 'vitest'
import { mailsTo, onlyMailTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'

/** What the answer to an invitation says about each address. */
export default function describeInvitationAnswers(client: Client): void {
  /** @returns what the answer says. */
  async function invite(admin: Admin, emails: string[]): Promise<string> {
    return (await client.succeed('inviteTeamMembers', { emails }, admin.access)).message
  }

  test('the answer says how many invitations were sent, and why the others were not', async () => {
    const [admin, stranger] = [await client.newAdmin(), await client.newAdmin()]
    const [first, second] = [client.newAddress(), client.newAddress()]
    const emails = ['x', first, admin.email, ` ${second} `, stranger.email, first.toUpperCase()]
    expect(await client.succeed('inviteTeamMembers', { emails }, admin.access)).toEqual({
      message:
        `2 invitations sent. Excluded: x (not a valid address), ${admin.email} (already a member), ` +
        `${stranger.email} (already has an account), ${first.toUpperCase()} (listed twice).`,
      invited: 2,
      excluded: ['x', admin.email, stranger.email],
    })
    await onlyMailTo(client, first)
    await onlyMailTo(client, second)
    for (const email of ['x', admin.email, stranger.email]) {
      expect(await mailsTo(client, email)).toEqual([])
    }
  })

  test('of many that were excluded for one reason the answer names three', async () => {
    const admin = await client.newAdmin()
    const wrong = Array.from({ length: 11 }, (_, index) => `wrong-${index}`)
    const emails = [...wrong.slice(0, 6), admin.email, client.newAddress(), ...wrong.slice(6)]
    const rest = `${admin.email} (already a member).`
    expect(await client.succeed('inviteTeamMembers', { emails }, admin.access)).toEqual({
      message: `1 invitation sent. Excluded: wrong-0, wrong-1, wrong-2 and 8 more (not a valid address), ${rest}`,
      invited: 1,
      excluded: [...wrong.slice(0, 6), admin.email, ...wrong.slice(6)],
    })
    // Ten are all named.
    const ten = wrong.slice(1)
    const names = ten.map((email) => `${email} (not a valid address)`).join(', ')
    expect(await invite(admin, ten)).toBe(`No invitations sent. Excluded: ${names}.`)
  })

  test('empty entries are ignored', async () => {
    const admin = await client.newAdmin()
    expect(await invite(admin, ['', client.newAddress(), '  '])).toBe('1 invitation sent.')
    for (const emails of [[], [''], [' ', '\t']]) {
      expect(await client.refused('inviteTeamMembers', { emails }, admin.access)).toEqual({
        status: 422,
        text: 'Please enter at least one email address.',
      })
    }
  })

  test('more than 500 invitations are refused, and nobody is invited', async () => {
    const admin = await client.newAdmin()
    const emails = Array.from({ length: 501 }, client.newAddress)
    expect(await client.refused('inviteTeamMembers', { emails }, admin.access)).toEqual({
      status: 422,
      text: 'Please invite at most 500 people at a time.',
    })
    expect(await mailsTo(client, emails[0] ?? '')).toEqual([])
  })
}
