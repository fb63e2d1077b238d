import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Attestation } from '../../contract/passkeys'
import type { Assertion } from '../../contract/second-factor-proof'

/** What a device of a test holds, with everything that a test may want it to get wrong. */
export interface Authenticator {
  credentialId: string
  /** How often it has signed. @see passkeys that are synced, which don't count. */
  counter: number
  /** @returns what a browser gives for the options of `beginPasskey`. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    said?: Said,
  ): Attestation
  /** @returns what a browser gives for the options of `beginPasskeySignIn` or `beginPasskeyProof`. */
  get(options: { challenge: string; rpId: string }, said?: Said): Assertion
}

/** What a browser or device says, where it isn't right. */
export type Said = Partial<
  Record<'type' | 'origin' | 'challenge' | 'rpId' | 'userHandle' | 'id', string> &
    Record<'isVerified' | 'isSynced', boolean>
>

type CBORType = Parameters<typeof isoCBOR.encode>[0]

const flags = { present: 1, verified: 4, mayBeSynced: 8, isSynced: 16, hasKey: 64 }

/**
 * @param origin of the page that it is used on.
 * @returns a device that holds one passkey, by ECDSA over P-256.
 */
export function newAuthenticator(
  origin: string,
  { isSynced = false }: { isSynced?: boolean } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let handle: string | null = null

  const clientData = (rightType: string, rightChallenge: string, said: Said) => {
    const { type = rightType, challenge = rightChallenge, origin: page = origin } = said
    return Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }))
  }

  function authenticatorData(rpId: string, said: Said, isNew: boolean): Buffer {
    const synced = (said.isSynced ?? isSynced) ? flags.mayBeSynced | flags.isSynced : 0
    const verified = (said.isVerified ?? true) ? flags.verified : 0
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(isSynced ? 0 : authenticator.counter)
    const head = [
      sha256(said.rpId ?? rpId),
      Buffer.from([flags.present | verified | synced | (isNew ? flags.hasKey : 0)]),
      counter,
    ]
    if (!isNew) return Buffer.concat(head)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    return Buffer.concat([...head, Buffer.alloc(16), length, id, coseKey(publicKey)])
  }

  const authenticator: Authenticator = {
    credentialId: id.toString('base64url'),
    counter: 0,

    create({ challenge, rp, user }, said = {}) {
      handle = user.id
      const authData = authenticatorData(rp.id, said, true)
      const attestation = isoCBOR.encode(
        new Map<string, CBORType>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return {
        id: said.id ?? authenticator.credentialId,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, said).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    get({ challenge, rpId }, said = {}) {
      authenticator.counter += 1
      const client = clientData('webauthn.get', challenge, said)
      const data = authenticatorData(rpId, said, false)
      const signed = Buffer.concat([data, sha256(client)])
      return {
        id: said.id ?? authenticator.credentialId,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: said.userHandle ?? handle,
        },
      }
    },
  }
  return authenticator
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** @returns a key in COSE (RFC 9053): EC2, ES256, P-256. */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, CBORType>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}
