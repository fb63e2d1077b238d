import { expect, test } from 'vitest'
import { type Client, laterOn } from '../../support/conformance/client'

export default function describeSignup(client: Client): void {
  /** Expects that a refused signup left nothing behind. */
  async function expectUnknown(email: string): Promise<void> {
    const { status } = await client.refused('login', { email, password: 'a long password' })
    expect(status).toBe(404)
  }

  test('signing up founds an organisation whose admin can sign in and change the profile', async () => {
    const signup = { ...client.newSignup(), fullname: '  Ada Lovelace ' }
    await client.succeed('signup', signup)
    const { email, password } = signup
    const session = await client.succeed('login', { email, password })
    expect(session.is_organization_admin).toBe(true)

    const profile = await client.succeed('getProfile', undefined, session.access)
    expect(profile).toMatchObject({
      full_name: 'Ada Lovelace',
      email,
      contact_number: null,
      is_subscribed: false,
      organization: { name: signup.organization, subscription_plan: null },
    })
    expect(profile.organization.slug).toBe(signup.organization.toLowerCase())

    const changes = { full_name: 'Ada King', email, contact_number: '+44-20794600000' }
    const { access } = await client.succeed('refreshToken', { refresh: session.refresh })
    const updated = await client.succeed('updateProfile', changes, access)
    expect(updated).toEqual(laterOn({ ...profile, ...changes }))
    expect(await client.succeed('getProfile', undefined, access)).toEqual(laterOn(updated))
  })

  test('signing up is refused for a taken address, in any letter case, however it was pasted', async () => {
    const { email } = await client.newAdmin()
    for (const taken of [email, email.toUpperCase(), ` ${email} `, `Ada <\u200b${email}>;`]) {
      const signup = { ...client.newSignup(), email: taken }
      const refusal = await client.refused('signup', signup)
      expect(refusal.status).toBe(409)
      expect(refusal.text).toMatch(/email address/)
      const both = { ...signup, password: 'short' }
      const { field_errors } = await client.wholeRefusal('signup', both)
      expect(Object.keys(field_errors ?? {}).sort()).toEqual(['email', 'password'])
      // The organisation's name is still free.
      await client.succeed('signup', { ...client.newSignup(), organization: signup.organization })
    }
  })

  test('signing up is refused for an existing organisation, and says whom to ask', async () => {
    const { organization } = await client.newAdmin()
    for (const name of [organization, ` ${organization.replace('-', ' ').toUpperCase()}! `]) {
      const signup = { ...client.newSignup(), organization: name }
      const refusal = await client.refused('signup', signup)
      expect(refusal.status, name).toBe(409)
      expect(refusal.text).toMatch(/admin/)
      expect(refusal.text).toMatch(/invite/)
      await expectUnknown(signup.email)
    }
  })

  test('twenty simultaneous sign-ups found an organisation once', async () => {
    const { organization } = client.newSignup()
    const signups = Array.from({ length: 20 }, () => ({ ...client.newSignup(), organization }))
    const answers = await Promise.all(signups.map((signup) => client.request('signup', signup)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    for (const [index, { email, password }] of signups.entries()) {
      const { status } = await client.request('login', { email, password })
      expect(status).toBe(answers[index]?.status === 200 ? 200 : 404)
    }
  })
}
