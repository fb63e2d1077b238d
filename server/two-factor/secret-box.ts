import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64url } from 'jose'
import type { SecretBox } from '../api/services'

/** The error for a secret that was encrypted with a key that is no longer configured. */
export class KeyLost extends Error {
  override readonly name = 'KeyLost'
}

/** The length of AES-GCM's initialisation vector, in bytes (NIST SP 800-38D, 8.2). */
const vectorLength = 12

/**
 * Encrypts secrets with AES-256-GCM by WebCrypto, which every host has. A sealed text is the key's id, the vector and the
 * ciphertext, in base64url, separated by dots.
 * @param key encrypts and decrypts: at least 32 bytes of UTF-8.
 * @param earlierKey only decrypts.
 */
export function createSecretBox(key: string, earlierKey?: string): SecretBox {
  const own = derive(key)
  const earlier = earlierKey === undefined ? undefined : derive(earlierKey)

  return {
    async seal(text, owner) {
      const iv = crypto.getRandomValues(new Uint8Array(vectorLength))
      const options = { name: 'AES-GCM', iv, additionalData: bytesOf(owner) }
      const sealed = await crypto.subtle.encrypt(options, await own.load(), bytesOf(text))
      return [own.id, base64url.encode(iv), base64url.encode(new Uint8Array(sealed))].join('.')
    },

    async open(sealed, owner) {
      const [id, iv = '', text = ''] = sealed.split('.')
      const used = [own, earlier].find((one) => one?.id === id)
      if (!used) throw new KeyLost('It was encrypted with a key that is no longer configured')
      const options = {
        name: 'AES-GCM',
        iv: new Uint8Array(base64url.decode(iv)),
        additionalData: bytesOf(owner),
      }
      const data = new Uint8Array(base64url.decode(text))
      const opened = await crypto.subtle.decrypt(options, await used.load(), data)
      return { text: new TextDecoder().decode(opened), isOfEarlierKey: used !== own }
    },
  }
}

/** Copies the bytes: WebCrypto's types don't accept the encoder's buffer. */
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))

/** @returns the id of a setting's key, with which its sealed texts begin. */
export const keyIdOf = (setting: string) => derive(setting).id

/** @returns the key derived from a setting, and an id that reveals nothing about it. */
function derive(setting: string) {
  const bytes = (purpose: string, length: number) =>
    new Uint8Array(hkdf(sha256, utf8ToBytes(setting), undefined, utf8ToBytes(purpose), length))
  let loading: Promise<CryptoKey> | undefined
  return {
    id: base64url.encode(bytes('orglens second factor, id of the key', 6)),
    load: () => {
      loading ??= crypto.subtle.importKey(
        'raw',
        bytes('orglens second factor', 32),
        'AES-GCM',
        false,
        ['encrypt', 'decrypt'],
      )
      return loading
    },
  }
}
