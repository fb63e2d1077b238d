import { describe, expect, test } from 'vitest'
import { day } from '../../../server/lib/time'
import type { Admin, Client } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/target'

export default function describeOrganisation(client: Client, { clock }: Target): void {
  const detailsOf = ({ access }: Admin) => client.succeed('getOrganisation', undefined, access)
  const rename = ({ access }: Admin, name: string) =>
    client.succeed('renameOrganisation', { name }, access)
  const changeSlug = ({ access, password }: Admin, slug: string) =>
    client.succeed('changeSlug', { slug, password }, access)
  const newSlug = () => client.unique('slug').toLowerCase()
  const lookUp = (organisation_url: string) =>
    client.succeed('checkOrganisation', { organisation_url })
  /** Signs somebody up with an organisation's name. @returns whether it was refused as taken. */
  const isTaken = async (organization: string) => {
    const answer = await client.request('signup', { ...client.newSignup(), organization })
    expect([200, 409]).toContain(answer.status)
    return answer.status === 409
  }

  describe('an organisation’s name', () => {
    test('changes everywhere; the address stays, and the audit log has both names', async () => {
      const admin = await client.newAdmin()
      const before = await detailsOf(admin)
      const name = client.unique('Apex')
      await rename(admin, ` ${name} `)
      expect(await detailsOf(admin)).toEqual({ ...before, name })
      const { organization } = await client.succeed('getProfile', undefined, admin.access)
      expect(organization).toMatchObject({ name, slug: before.slug })
      const log = await client.logOf(admin)
      expect(log[0]).toMatchObject({ action: 'renamed', details: { from: before.name, to: name } })
      await rename(admin, name)
      expect(await client.logOf(admin)).toEqual(log)
    })

    test('keeps its slug from everybody else, and the former one’s for a week', async () => {
      const admin = await client.newAdmin()
      const { slug } = await detailsOf(admin)
      const [first, second] = [client.unique('Apex'), client.unique('Bpex')]
      await rename(admin, first)
      expect(await lookUp(first)).toEqual({ exists: true, slug })
      await rename(admin, second)
      for (const name of [first, second]) expect(await isTaken(name), name).toBe(true)
      if (!clock) return
      clock.advance(7 * day + 1)
      expect(await isTaken(second)).toBe(true)
      expect(await lookUp(first)).toEqual({ exists: false })
      expect(await isTaken(first)).toBe(false)
    })
  })

  describe('an organisation’s address', () => {
    test('changes with the password; former ones lead to it, and can be taken back', async () => {
      const admin = await client.newAdmin()
      const { slug: first } = await detailsOf(admin)
      const second = newSlug()
      const wrong = { slug: second, password: 'wrong' }
      expect((await client.refused('changeSlug', wrong, admin.access)).status).toBe(422)
      expect((await detailsOf(admin)).former_slugs).toEqual([])
      expect(await changeSlug(admin, ` \u200b${second}\u200e`)).toEqual({ slug: second })
      const { slug, former_slugs } = await detailsOf(admin)
      expect([slug, former_slugs.map((one) => one.slug)]).toEqual([second, [first]])
      expect(await lookUp(first)).toEqual({ exists: true, slug: second })
      expect(await lookUp(second)).toEqual({ exists: true })
      const { organization } = await client.succeed('getProfile', undefined, admin.access)
      expect(organization.slug).toBe(second)
      const [told] = await client.logOf(admin)
      expect(told).toMatchObject({ action: 'slug-changed', details: { from: first, to: second } })
      await changeSlug(admin, first)
      const now = await detailsOf(admin)
      expect([now.slug, now.former_slugs.map((one) => one.slug)]).toEqual([first, [second]])
    })

    test('is nobody else’s for 400 days after a change, and then anybody’s', async () => {
      const admin = await client.newAdmin()
      const { slug: first } = await detailsOf(admin)
      await rename(admin, client.unique('Apex'))
      await changeSlug(admin, newSlug())
      const other = await client.newAdmin()
      const { password, access } = other
      expect(await client.refused('changeSlug', { slug: first, password }, access)).toEqual({
        status: 409,
        text: 'This address is reserved for another organisation.',
      })
      expect(await isTaken(first)).toBe(true)
      if (!clock) return
      clock.advance(400 * day - 60_000)
      expect(await isTaken(first)).toBe(true)
      clock.advance(60_001)
      expect(await lookUp(first)).toEqual({ exists: false })
      expect(await isTaken(first)).toBe(false)
      expect(await lookUp(first)).toEqual({ exists: true })
    })

    test('can’t be another organisation’s address or name, nor its name be like that address', async () => {
      const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
      const { password, access } = admin
      const text = 'Another organisation has an address like this name. Please choose another.'
      const like = { name: other.organization.toUpperCase() }
      const refusal = { status: 409, text }
      expect(await client.refused('renameOrganisation', like, access)).toEqual(refusal)
      expect((await detailsOf(admin)).name).toBe(admin.organization)
      const name = newSlug()
      await rename(other, name)
      for (const slug of [(await detailsOf(other)).slug, name]) {
        expect(await client.refused('changeSlug', { slug, password }, access), slug).toEqual({
          status: 409,
          text: 'This address is taken.',
        })
      }
    })
  })
}
