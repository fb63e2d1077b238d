import { expect, test } from 'vitest'
import { day, minute } from '../../../server/lib/time'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/targets'

export default function describeOrganisation(client: Client, { clock }: Target): void {
  const detailsOf = ({ access }: Admin) => client.succeed('getOrganisation', undefined, access)
  const rename = ({ access }: Admin, name: string) =>
    client.succeed('renameOrganisation', { name }, access)
  const changeSlug = ({ access, password }: Admin, slug: string) =>
    client.succeed('changeSlug', { slug, password }, access)
  const newSlug = () => client.unique('slug').toLowerCase()
  // Without the work of all other organisations, which is due after many days.
  const lookUp = async (organisation_url: string) =>
    await (await limitedApi(client).call('checkOrganisation', { organisation_url })).json()
  /** Signs somebody up with an organisation's name. @returns whether it was refused as taken. */
  const isTaken = async (organization: string) => {
    const signup = { ...client.newSignup(), organization }
    const { status } = await limitedApi(client).call('signup', signup)
    expect([200, 409]).toContain(status)
    return status === 409
  }

  test('a name changes everywhere and keeps its slug from others, the former one’s for a week; the address stays', async () => {
    const admin = await client.newAdmin()
    const before = await detailsOf(admin)
    const [first, second] = [client.unique('Apex'), client.unique('Bpex')]
    await rename(admin, ` ${first} `)
    expect(await detailsOf(admin)).toEqual({ ...before, name: first })
    const { organization } = await client.succeed('getProfile', undefined, admin.access)
    expect(organization).toMatchObject({ name: first, slug: before.slug })
    const log = await client.logOf(admin)
    expect(log[0]).toMatchObject({ action: 'renamed', details: { from: before.name, to: first } })
    await rename(admin, first)
    expect(await client.logOf(admin)).toEqual(log)
    expect(await lookUp(first)).toEqual({ exists: true, slug: before.slug })
    await rename(admin, second)
    for (const name of [first, second]) expect(await isTaken(name), name).toBe(true)
    clock.advance(7 * day + 1)
    for (const kept of [second, before.slug]) expect(await isTaken(kept), kept).toBe(true)
    expect(await lookUp(first)).toEqual({ exists: false })
    expect(await isTaken(first)).toBe(false)
  })

  test('an address changes with the password; former ones lead to it, and can be taken back', async () => {
    const admin = await client.newAdmin()
    const { slug: first } = await detailsOf(admin)
    const second = newSlug()
    const wrong = { slug: second, password: 'wrong' }
    expect(await client.statusOf('changeSlug', wrong, admin.access)).toBe(422)
    expect((await detailsOf(admin)).former_slugs).toEqual([])
    expect(await changeSlug(admin, ` \u200b${second}\u200e`)).toEqual({ slug: second })
    expect(await detailsOf(admin)).toMatchObject({ slug: second, former_slugs: [{ slug: first }] })
    expect(await lookUp(first)).toEqual({ exists: true, slug: second })
    expect(await lookUp(` ${second}\u200b`)).toEqual({ exists: true })
    const { organization } = await client.succeed('getProfile', undefined, admin.access)
    expect(organization.slug).toBe(second)
    const [told] = await client.logOf(admin)
    expect(told).toMatchObject({ action: 'slug-changed', details: { from: first, to: second } })
    await changeSlug(admin, first)
    expect(await detailsOf(admin)).toMatchObject({ slug: first, former_slugs: [{ slug: second }] })
    clock.advance(minute)
    await changeSlug(admin, newSlug())
    const { former_slugs } = await detailsOf(admin)
    expect(former_slugs.map(({ slug }) => slug)).toEqual([first, second])
  })

  test('an address is nobody else’s for 400 days after a change, and then anybody’s', async () => {
    const admin = await client.newAdmin()
    const { slug } = await detailsOf(admin)
    await changeSlug(admin, newSlug())
    await rename(admin, client.unique('Apex'))
    const named = await client.newAdmin()
    await changeSlug(named, newSlug())
    const { password, access } = await client.newAdmin()
    expect(await client.refused('changeSlug', { slug, password }, access)).toEqual({
      status: 409,
      text: 'This address is reserved for another organisation.',
    })
    clock.advance(400 * day - minute)
    expect(await isTaken(slug)).toBe(true)
    clock.advance(minute + 1)
    expect(await lookUp(slug)).toEqual({ exists: false })
    expect(await isTaken(slug)).toBe(false)
    expect(await lookUp(slug)).toEqual({ exists: true })
    // It still is a name.
    expect(await isTaken(named.organization)).toBe(true)
  })

  test('an address can’t be another organisation’s address or name, nor a name be like another’s address', async () => {
    const [{ password, access }, other] = [await client.newAdmin(), await client.newAdmin()]
    const like = { name: other.organization.toUpperCase() }
    expect(await client.refused('renameOrganisation', like, access)).toEqual({
      status: 409,
      text: 'Another organisation has an address like this name. Please choose another.',
    })
    const name = newSlug()
    await rename(other, name)
    for (const slug of [(await detailsOf(other)).slug, name]) {
      expect(await client.refused('changeSlug', { slug, password }, access), slug).toEqual({
        status: 409,
        text: 'This address is taken.',
      })
    }
  })
}
