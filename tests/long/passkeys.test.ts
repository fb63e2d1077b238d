import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { CallName } from '../../contract/calls'
import type { Attestation } from '../../contract/passkeys'
import type { Assertion } from '../../contract/second-factor-proof'
import { demoPassword } from '../../server/demo/demo'
import { newAuthenticator } from '../support/authenticator'
import { createDatabase } from '../support/postgresql'
import { startDemoHost } from '../support/running-host'

const bytes = fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one))

/** Something else than a text in base64url: some bytes of it are others or missing, or all of them are. */
function odd(text: string): fc.Arbitrary<string> {
  const spoiled = fc.tuple(fc.nat(), fc.nat(255), fc.boolean()).map(([at, byte, isCut]) => {
    const right = Buffer.from(text, 'base64url')
    if (isCut) return right.subarray(0, at % right.length)
    right[at % right.length] = (right[at % right.length] ?? 0) ^ (byte || 1)
    return right
  })
  return fc.oneof(spoiled, bytes).map((one) => one.toString('base64url'))
}

/** @returns what a passkey signed, with one part that isn't right. */
function oddAssertion({ id, response }: Assertion): fc.Arbitrary<Assertion> {
  return fc
    .oneof(
      odd(response.clientDataJSON).map((clientDataJSON) => ({ clientDataJSON })),
      odd(response.authenticatorData).map((authenticatorData) => ({ authenticatorData })),
      odd(response.signature).map((signature) => ({ signature })),
      fc.string({ maxLength: 50 }).map((signature) => ({ signature })),
      odd(response.userHandle ?? '').map((userHandle) => ({ userHandle })),
    )
    .map((changed) => ({ id, response: { ...response, ...changed } }))
    .filter((one) => JSON.stringify(one.response) !== JSON.stringify(response))
}

/** @returns a new passkey, with one part that isn't what the device made. */
function oddAttestation({ id, response }: Attestation): fc.Arbitrary<Attestation> {
  return fc
    .oneof(
      odd(response.clientDataJSON).map((clientDataJSON) => ({ clientDataJSON })),
      odd(response.attestationObject).map((attestationObject) => ({ attestationObject })),
    )
    .map((changed) => ({ id, response: { ...response, ...changed } }))
}

test('ten thousand generated credentials open nothing, and break nothing, on two servers', async () => {
  const errors: unknown[] = []
  const log = { info() {}, error: (...what: unknown[]) => void errors.push(what) }
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const origin = 'https://app.example'
  const settings = { DATABASE_URL, APP_URL: origin, EXPOSE_DEVELOPMENT: 'on' }
  const start = () => startDemoHost(settings, log)
  const [one, other] = [await start(), await start()]
  onTestFinished(async () => {
    await one.stop()
    await other.stop()
  })
  const { access } = await one.signInMember()
  const password = demoPassword
  const answer = async (host: typeof one, name: CallName, body?: object, token?: string) =>
    (await host.call(name, body, token)).json()
  const passkeys = async () => (await answer(one, 'getPasskeys', undefined, access)).passkeys

  const device = newAuthenticator(origin)
  const begun = await answer(one, 'beginPasskey', { password }, access)
  const credential = device.create(begun.options)
  const body = { ceremony: begun.ceremony, credential, name: 'Right' }
  expect((await other.call('addPasskey', body, access)).status).toBe(204)

  const statuses = new Map<string, number>()
  const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1)
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.boolean(), async (generate, adds) => {
      // Each has a ceremony of its own, from the other server.
      if (!adds) {
        const asked = await answer(other, 'beginPasskeySignIn')
        const sent = generate(oddAssertion, device.get(asked.options))
        const { status } = await one.call('signInWithPasskey', { ...asked, credential: sent })
        count(`sign-in ${status}`)
        expect(status).toBe(422)
        return
      }
      const asked = await answer(one, 'beginPasskey', { password }, access)
      const sent = generate(oddAttestation, newAuthenticator(origin).create(asked.options))
      const added = { ceremony: asked.ceremony, credential: sent, name: 'Odd' }
      const { status } = await other.call('addPasskey', added, access)
      count(`add ${status}`)
      // What a device may say otherwise is another right passkey: the kind of the device, for example.
      expect([204, 422]).toContain(status)
      for (const { passkey_id, name } of status === 204 ? await passkeys() : []) {
        if (name !== 'Odd') continue
        const gone = await one.call('removePasskey', { passkey_id, password }, access)
        expect(gone.status).toBe(204)
      }
    }),
    { numRuns: 10_000 },
  )
  console.log(Object.fromEntries(statuses))
  expect(errors).toEqual([])
  const { sessions } = await answer(one, 'getSessions', undefined, access)
  expect(sessions).toHaveLength(1)
  const asked = await answer(one, 'beginPasskeySignIn')
  const right = { ceremony: asked.ceremony, credential: device.get(asked.options) }
  expect((await other.call('signInWithPasskey', right)).status).toBe(200)
})
