import { describe, expect, test } from 'vitest'
import { invitationProofHeader } from '../../../contract/session'
import { day } from '../../../server/lib/time'
import { reservedSlugs } from '../../../server/people/slug'
import { onlyMailTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/target'

/** An organisation's name and address: finding it, and how its admins change them. */
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

    test('lets people join who were invited under the former one', async () => {
      const admin = await client.newAdmin()
      const email = client.newAddress()
      await client.succeed('inviteTeamMembers', { emails: [email] }, admin.access)
      const invitation_token = tokenIn(await onlyMailTo(client, email), 'invite')
      const { origin_name } = await client.succeed('openInvitation', { invitation_token })
      await rename(admin, client.unique('Apex'))
      await changeSlug(admin, newSlug())
      const signup = { ...client.newSignup(), email, organization: origin_name }
      const proof = { [invitationProofHeader]: invitation_token }
      expect((await client.request('signup', signup, undefined, proof)).status).toBe(200)
      const { members } = await client.succeed('getTeam', undefined, admin.access)
      expect(members.map((member) => member.email)).toContain(email)
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
      expect(await changeSlug(admin, second)).toEqual({ slug: second })
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
      if (!clock) return
      // The one that was left last comes first, and isn't where its letters or its age would put it.
      const third = newSlug()
      for (const next of [third, newSlug()]) {
        clock.advance(60_000)
        await changeSlug(admin, next)
      }
      const { former_slugs: formerOnes } = await detailsOf(admin)
      expect(formerOnes.map((one) => one.slug)).toEqual([third, first, second])
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

    test('can be no path of the app, and has lower-case letters, digits and hyphens', async () => {
      const { access, password } = await client.newAdmin()
      for (const [slug, text] of [
        ['Acme', 'Lower-case letters, digits and hyphens only.'],
        ['api', 'This address is reserved.'],
      ]) {
        const refusal = await client.refused('changeSlug', { slug, password }, access)
        expect(refusal).toEqual({ status: 422, text })
      }
    })

    test('goes to one of ten organisations that want it at the same moment', async () => {
      const admins = await Promise.all(Array.from({ length: 10 }, () => client.newAdmin()))
      const slug = newSlug()
      const answers = await Promise.all(
        admins.map(({ access, password }, index) =>
          index % 2 === 0
            ? client.request('changeSlug', { slug, password }, access)
            : client.request('renameOrganisation', { name: slug }, access),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      expect(new Set(statuses.filter((status) => status >= 300))).toEqual(new Set([409]))
    })
  })

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
    expect((await lookUp(slug)).exists).toBe(false)
    expect(await found(name)).toBe(slug)
    for (const typed of [slug, slug.toUpperCase(), ` ${slug}\n`]) {
      expect((await lookUp(typed)).exists, typed).toBe(true)
    }
    expect((await lookUp('acme-analytics')).exists).toBe(true)
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
    expect((await lookUp(slug)).exists).toBe(true)
    expect((await lookUp(reserved)).exists).toBe(false)
    for (const organization of [reserved, slug]) {
      const refusal = await client.refused('signup', { ...client.newSignup(), organization })
      expect(refusal.status, organization).toBe(409)
    }
  })
}
