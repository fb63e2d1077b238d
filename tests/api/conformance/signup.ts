import { expect, test } from 'vitest'
import { type Client, laterOn } from '../../support/conformance/client'

export default function describeSignup(client: Client): void {
  test('signing up founds an organisation whose admin can sign in and change the profile', async () => {
    const signup = { ...client.newSignup(), fullname: '  Ada Lovelace ' }
    await client.succeed('signup', signup)
    const { email, password } = signup
    const { access, is_organization_admin } = await client.succeed('login', { email, password })
    expect(is_organization_admin).toBe(true)
    const profile = await client.succeed('getProfile', undefined, access)
    expect(profile).toMatchObject({
      full_name: 'Ada Lovelace',
      email,
      contact_number: null,
      is_subscribed: false,
      organization: {
        name: signup.organization,
        slug: signup.organization.toLowerCase(),
        subscription_plan: null,
      },
    })
    const changes = { full_name: 'Ada King', email, contact_number: '+44-20794600000' }
    const updated = await client.succeed('updateProfile', changes, access)
    expect(updated).toEqual(laterOn({ ...profile, ...changes }))
    expect(await client.succeed('getProfile', undefined, access)).toEqual(laterOn(updated))
  })

  test('signing up is refused for a taken address, in any letter case, however it was pasted', async () => {
    const { email } = await client.newAdmin()
    const signup = { ...client.newSignup(), email: `Ada <\u200b${email.toUpperCase()}>;` }
    const refusal = await client.refused('signup', signup)
    expect(refusal).toEqual({ status: 409, text: expect.stringContaining('email address') })
    const { field_errors } = await client.wholeRefusal('signup', { ...signup, password: 'short' })
    expect(Object.keys(field_errors ?? {}).sort()).toEqual(['email', 'password'])
    // The organisation's name is still free.
    await client.succeed('signup', { ...client.newSignup(), organization: signup.organization })
  })

  test('signing up is refused for an existing organisation, and says whom to ask', async () => {
    const { organization } = await client.newAdmin()
    const spelling = ` ${organization.replace('-', ' ').toUpperCase()}! `
    const signup = { ...client.newSignup(), organization: spelling }
    const refusal = await client.refused('signup', signup)
    expect(refusal).toEqual({ status: 409, text: expect.stringMatching(/admin.*invite/) })
    expect((await client.wholeRefusal('signup', signup)).code).toBe('taken')
    const { email, password } = signup
    expect(await client.statusOf('login', { email, password })).toBe(404)
  })

  test('five simultaneous sign-ups found an organisation once', async () => {
    const { organization } = client.newSignup()
    const signups = Array.from({ length: 5 }, () => ({ ...client.newSignup(), organization }))
    const statuses = await Promise.all(signups.map((signup) => client.statusOf('signup', signup)))
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409])
  })
}
