import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../server/api/caller'
import { networkOf } from '../../server/api/networks'
import { addPasskey, beginPasskey, removePasskey } from '../../server/passkeys/passkeys'
import { signInWithPasskey } from '../../server/passkeys/sign-in'
import { beginAssertion } from '../../server/two-factor/passkey-assertion'
import { signedIn } from '../support/acting'
import { type Authenticator, newAuthenticator } from '../support/authenticator'
import { twoServersForTests } from '../support/two-servers'
import { found, founding } from './sql-store-examples'

const home = { network: networkOf('192.0.2.1'), browser: 'Firefox on Windows' }
const password = 'a long password'
const origin = 'https://app.example'

describe('two servers and one passkey', () => {
  const { database, services: servers } = twoServersForTests()
  let caller: Caller
  let device: Authenticator
  let users = 0

  /** Lets both happen in the same instant: each waits for the user's row. */
  const atOnce = (calls: readonly (() => Promise<unknown>)[]) =>
    database.outcomesOfHeld('select from users where id = $1 for update', caller.user.id, calls)
  const rowsOf = () => servers[0].store.all('passkeys', { userId: caller.user.id })
  const assertion = () => {
    const { ceremony, options } = beginAssertion(servers[0], 'sign-in', [])
    return { ceremony, credential: device.get(options) }
  }
  const newPasskey = async () => {
    const asked = beginAssertion(servers[0], { proofIn: caller.sessionId }, [])
    const passkey_proof = { ceremony: asked.ceremony, credential: device.get(asked.options) }
    const proof = { password, passkey_proof }
    const { ceremony, options } = await beginPasskey(servers[0], caller, home, proof)
    return { ceremony, credential: newAuthenticator(origin).create(options), name: 'Another' }
  }

  beforeEach(async () => {
    users += 1
    const [organisation, admin] = founding(`passkey-${users}`, `ada@passkey-${users}.test`)
    const user = { ...admin, passwordHash: await servers[0].passwords.hash(password) }
    await found(database.servers[0], organisation, user)
    caller = await signedIn(database.servers[0], organisation, user)
    device = newAuthenticator(origin)
    const { ceremony, options } = await beginPasskey(servers[0], caller, home, { password })
    const credential = device.create(options)
    await addPasskey(servers[0], caller, home, { ceremony, credential, name: 'A key' })
  })

  test('a ceremony used twice at once signs in once', async () => {
    const proof = assertion()
    const answers = await atOnce(
      servers.map((services) => () => signInWithPasskey(services, proof, home, () => {})),
    )
    expect(answers.toSorted()).toEqual([422, 'done'])
    const sessions = await servers[1].store.all('sessions', { userId: caller.user.id })
    expect(sessions.filter(({ isByPasskey }) => isByPasskey)).toHaveLength(1)
  })

  test('one of two that were begun side by side is added', async () => {
    const [first, second] = [await newPasskey(), await newPasskey()]
    const answers = await atOnce([
      () => addPasskey(servers[0], caller, home, first),
      () => addPasskey(servers[1], caller, home, second),
    ])
    expect(answers.toSorted()).toEqual([409, 'done'])
    expect(await rowsOf()).toHaveLength(2)
  })

  test('one that is removed on one server while another signs in opens nothing afterwards', async () => {
    const proof = assertion()
    const [{ id: passkey_id = '' } = {}] = await rowsOf()
    const answers = await atOnce([
      () => removePasskey(servers[0], caller, home, { passkey_id, password }),
      () => signInWithPasskey(servers[1], proof, home, () => {}),
    ])
    expect(answers[0]).toBe('done')
    expect(await rowsOf()).toEqual([])
    await expect(signInWithPasskey(servers[1], assertion(), home, () => {})).rejects.toMatchObject({
      details: { code: 'unknown_passkey' },
    })
  })
})
