import { expect, test } from 'vitest'
import { day } from '../../../server/lib/time'
import type { Client } from '../../support/conformance/client'

export default function describeProfile(client: Client): void {
  test('a field that is left out is kept; a contact number is removed when empty or null', async () => {
    const { email, access } = await client.newAdmin()
    const update = async (changes: object) =>
      await client.succeed('updateProfile', { full_name: 'Ada', email, ...changes }, access)
    const read = () => client.succeed('getProfile', undefined, access)
    expect((await read()).renewal_reminders).toBe(true)
    const contact_number = '+91-9876543210'
    const given = { contact_number, renewal_reminders: false }
    for (const changes of [given, {}]) expect(await update(changes)).toMatchObject(given)
    expect(await read()).toMatchObject(given)
    expect((await update({ contact_number: '' })).contact_number).toBeNull()
    expect((await update({ contact_number })).contact_number).toBe(contact_number)
    for (const changes of [{ contact_number: null }, {}]) {
      expect((await update(changes)).contact_number).toBeNull()
    }
    expect((await update({ renewal_reminders: true })).renewal_reminders).toBe(true)
    const told = await client.logOf({ access }, { action: 'profile-changed' })
    const renamed = { from: 'Ada Lovelace', to: 'Ada' }
    const [last, first] = [told[0]?.details, told.at(-1)?.details]
    expect(last).toEqual({ fields: ['renewal-reminders'] })
    expect(first).toEqual({ fields: ['name', 'contact-number', 'renewal-reminders'], ...renamed })
  })

  test('only admins have reminders of renewals, and read when a plan that is bought now is charged next', async () => {
    const { access } = await client.newAdmin()
    const { next_charges } = await client.succeed('getProfile', undefined, access)
    const months = (until = '') => Math.round((Date.parse(until) - Date.now()) / (30.4 * day))
    expect([months(next_charges?.monthly), months(next_charges?.yearly)]).toEqual([1, 12])
    // Else each answer would differ from the one before.
    expect(Date.parse(next_charges?.monthly ?? '') % 900_000).toBe(0)
    const member = await client.succeed('getProfile', undefined, await client.memberToken())
    expect(member).not.toHaveProperty('next_charges')
    expect(member.renewal_reminders).toBeNull()
  })
}
