import { expect, test } from 'vitest'
import { reservedSlugs } from '../../../server/people/slug'
import type { Client } from '../../support/conformance/client'

/** Finding an organisation by its slug, and what it may be called (D31). */
export default function describeOrganisations(client: Client): void {
  const exists = async (organisation_url: string) =>
    (await client.succeed('checkOrganisation', { organisation_url })).exists

  /** Founds an organisation. @returns its slug. */
  async function found(organization: string): Promise<string> {
    const signup = { ...client.newSignup(), organization }
    await client.succeed('signup', signup)
    const { email, password } = signup
    const { access } = await client.succeed('login', { email, password })
    return (await client.succeed('getProfile', undefined, access)).organization.slug
  }

  test('a founded organisation exists, in any letter case of its slug', async () => {
    const name = client.unique('Umbrella & Sons')
    const slug = name.toLowerCase().replace(' & ', '-and-')
    expect(await exists(slug)).toBe(false)
    expect(await found(name)).toBe(slug)
    for (const typed of [slug, slug.toUpperCase(), ` ${slug}\n`]) {
      expect(await exists(typed), typed).toBe(true)
    }
    expect(await exists('acme-analytics')).toBe(true)
  })

  test('nothing else exists, above all no path of the app', async () => {
    const others = ['', 'acme', 'acme-analytics/', "acme-analytics' or '1'='1", 'x'.repeat(2048)]
    for (const typed of [...others, ...reservedSlugs]) {
      expect(await exists(typed), typed).toBe(false)
    }
  })

  test.each([
    ['!?', "An organisation's name needs at least one letter or digit."],
    ['Ac\u200bme', 'This name has characters that don’t show. Please type it again.'],
    ['x'.repeat(300), "An organisation's name may have at most 100 characters."],
  ])('the name %j is refused', async (organization, text) => {
    const refusal = { status: 422, text }
    const signup = { ...client.newSignup(), organization }
    expect(await client.refused('signup', signup)).toEqual(refusal)
    const { access } = await client.newAdmin()
    const name = { name: organization }
    expect(await client.refused('renameOrganisation', name, access)).toEqual(refusal)
  })

  // Each of them: `tests/unit/slug.test.ts`.
  test('an organisation with the name of the app’s path does not take it', async () => {
    const [reserved = ''] = reservedSlugs
    const slug = await found(reserved.replaceAll('-', ' ').toUpperCase())
    expect(slug).toBe(`${reserved}-org`)
    expect(await exists(slug)).toBe(true)
    expect(await exists(reserved)).toBe(false)
    for (const organization of [reserved, slug]) {
      const refusal = await client.refused('signup', { ...client.newSignup(), organization })
      expect(refusal.status, organization).toBe(409)
    }
  })
}
