import { describe, expect, test } from 'vitest'
import type { Client } from '../../support/conformance/client'

export default function describeProfile(client: Client): void {
  test('one of two users who take an address at once gets it', async () => {
    const admins = await Promise.all(Array.from({ length: 5 }, () => client.newAdmin()))
    const email = client.newAddress()
    const answers = await Promise.all(
      admins.map(({ access }) =>
        client.request('updateProfile', { full_name: 'Ada', email }, access),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  describe('reminders of renewals', () => {
    test('admins switch theirs off and on, members have none; an update without the field leaves them', async () => {
      const { email, access } = await client.newAdmin()
      const update = async (changes: { renewal_reminders?: boolean }) => {
        const all = { full_name: 'Ada', email, ...changes }
        return (await client.succeed('updateProfile', all, access)).renewal_reminders
      }
      expect((await client.succeed('getProfile', undefined, access)).renewal_reminders).toBe(true)
      expect(await update({ renewal_reminders: false })).toBe(false)
      expect(await update({})).toBe(false)
      expect((await client.succeed('getProfile', undefined, access)).renewal_reminders).toBe(false)
      expect(await update({ renewal_reminders: true })).toBe(true)
      const member = await client.succeed('getProfile', undefined, await client.memberToken())
      expect(member.renewal_reminders).toBeNull()
      const { data } = await client.succeed('getAuditLog', {}, access)
      const changed = data.filter(({ action }) => action === 'profile-changed')
      const renamed = { from: 'Ada Lovelace', to: 'Ada' }
      expect(changed.map(({ details }) => details)).toEqual([
        { fields: ['renewal-reminders'] },
        { fields: ['name', 'renewal-reminders'], ...renamed },
      ])
    })
  })

  test('only admins read when a plan that is bought now is charged next', async () => {
    const { access } = await client.newAdmin()
    const { next_charges } = await client.succeed('getProfile', undefined, access)
    const days = (until: string | undefined) => (Date.parse(until ?? '') - Date.now()) / 86_400_000
    // Else each answer would differ from the one before.
    expect(Date.parse(next_charges?.monthly ?? '') % 900_000).toBe(0)
    expect(days(next_charges?.monthly)).toBeGreaterThan(27.9)
    expect(days(next_charges?.monthly)).toBeLessThan(31.1)
    expect(days(next_charges?.yearly)).toBeGreaterThan(364.9)
    expect(days(next_charges?.yearly)).toBeLessThan(366.1)
    const member = await client.succeed('getProfile', undefined, await client.memberToken())
    expect(member.next_charges).toBeUndefined()
  })

  test('a contact number is kept when omitted, and removed when empty or null', async () => {
    const { email, access } = await client.newAdmin()
    const update = async (contact: { contact_number?: string | null }) => {
      const changes = { full_name: 'Ada', email, ...contact }
      return (await client.succeed('updateProfile', changes, access)).contact_number
    }
    const contact_number = '+91-9876543210'
    expect(await update({ contact_number })).toBe(contact_number)
    expect(await update({})).toBe(contact_number)
    expect(await update({ contact_number: '' })).toBeNull()
    expect(await update({ contact_number })).toBe(contact_number)
    expect(await update({ contact_number: null })).toBeNull()
    expect(await update({})).toBeNull()
  })
}
