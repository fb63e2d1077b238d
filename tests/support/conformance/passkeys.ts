import { expect } from 'vitest'
import type { RequestOf } from '../../../contract/calls'
import { type Authenticator, newAuthenticator, type Said } from '../authenticator'
import type { Admin, Client } from './client'

type Proof = RequestOf<'signInWithPasskey'>

export function passkeyUsers(client: Client) {
  const newDevice = (options?: { isSynced?: boolean }) =>
    newAuthenticator(client.api.origin, options)

  async function addPasskey(
    { password, access }: Pick<Admin, 'password' | 'access'>,
    device = newDevice(),
    proof: Partial<RequestOf<'beginPasskey'>> = {},
    name = 'A key',
  ): Promise<Authenticator> {
    const asked = await client.succeed('beginPasskey', { password, ...proof }, access)
    const credential = device.create(asked.options)
    await client.succeed('addPasskey', { ceremony: asked.ceremony, credential, name }, access)
    return device
  }

  /** @returns what a browser gives to sign in. */
  async function assertionOf(device: Authenticator, said?: Said): Promise<Proof> {
    const { ceremony, options } = await client.succeed('beginPasskeySignIn')
    return { ceremony, credential: device.get(options, said) }
  }

  /** @returns what stands in for a code in a session. */
  async function proofOf(device: Authenticator, access: string): Promise<Proof> {
    const { ceremony, options } = await client.succeed('beginPasskeyProof', undefined, access)
    return { ceremony, credential: device.get(options) }
  }

  return {
    newDevice,
    addPasskey,
    /** To an account that has `held` already. */
    addAnother: async (
      user: Pick<Admin, 'password' | 'access'>,
      held: Authenticator,
      device = newDevice(),
    ) => await addPasskey(user, device, { passkey_proof: await proofOf(held, user.access) }),
    proofOf,
    assertionOf,
    signIn: async (device: Authenticator) =>
      await client.succeed('signInWithPasskey', await assertionOf(device)),
    /** @returns the refusal of a sign-in. Fails when there is a session. */
    async refusalOf(proof: Proof) {
      const { status, ...told } = await client.wholeRefusal('signInWithPasskey', proof)
      expect(status).toBe(422)
      return told
    },
    passkeysOf: async (access: string) =>
      (await client.succeed('getPasskeys', undefined, access)).passkeys,
  }
}
